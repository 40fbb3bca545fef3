import { base64, list, map, nullable, operation, record, text, union } from "../adapter.js";
import { argv, loadConfig, toPlain } from "../config/index.js";

const file = nullable(base64);
const files = { user_b64: file, project_b64: file, local_b64: file };

export default {
  merge: operation(record({ ...files, env: map(text) }), ({ user, project, local, env }) => {
    const { config, permissionRules, ...loaded } = loadConfig(user, project, local, env);
    return {
      config: toPlain(config),
      activeServers: loaded.activeServers,
      permissionRules: permissionRules.map(({ toolPattern, mode }) => (
        { tool_pattern: toolPattern, mode }
      )),
      warnings: loaded.warnings,
    };
  }),

  argv: operation(
    record({ command: union(text, list(text)), args: list(text) }),
    ({ command, args }) => ({ argv: argv(command, args) }),
  ),
};
