import {
  boolean, integer, list, map, nullable, oneOf, operation, record, text,
} from "../adapter.js";
import { decideMode, detect, makePlan, resolve, Sandbox } from "../sandbox/index.js";

const config = record({
  mode: oneOf("off", "workspace", "allowlist"), allowed_paths: list(text),
});

const features = record({
  bwrap: boolean, namespace: boolean, seccomp: boolean, sandbox_exec: boolean,
  landlock: integer(0, 1000),
});

export default {
  resolve: operation(record({ path: text, base: text, links: map(text) }), (given) => {
    const links = new Map(Object.entries(given.links));
    return { path: resolve(given.path, given.base, (place) => links.get(place)) };
  }),

  detect: operation(
    record({
      cgroup: nullable(text), dockerenv: boolean, containerenv: boolean,
      kubernetes_service_host: nullable(text),
    }),
    (given) => ({ runtime: detect(given) }),
  ),

  plan: operation(
    record({
      config: nullable(config), container: nullable(oneOf("docker", "podman", "k8s")),
      platform: oneOf("linux", "macos", "other"), roots: list(text), tmp: text, cwd: text,
      features, command: list(text),
    }),
    ({ config, container, platform, features, command, ...place }) => {
      const mode = decideMode(config?.mode ?? null, container);
      return makePlan({ mode, platform, features, place }, command);
    },
  ),

  check: operation(record({ workspace: text, config, paths: list(text) }), (given) => {
    const sandbox = new Sandbox(given.config, given.workspace);
    return { results: given.paths.map((path) => sandbox.judge(path)) };
  }),
};
