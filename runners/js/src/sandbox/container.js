// Which container runs a process, by what containers leave behind.

/** @typedef {"docker" | "podman" | "k8s"} Runtime */

/**
 * What a process sees of its container.
 * @typedef {object} Signs
 * @property {string | null} cgroup the text of /proc/1/cgroup
 * @property {boolean} dockerenv whether there is a /.dockerenv
 * @property {boolean} containerenv whether there is a /run/.containerenv
 * @property {string | null} kubernetesServiceHost the variable
 */

/**
 * In the order in which they are looked for: runtimes stand in the groups of those that they use.
 * @type {readonly (readonly [string, Runtime])[]}
 */
const CGROUP_WORDS = [
  ["kubepods", "k8s"], ["libpod", "podman"], ["podman", "podman"], ["docker", "docker"],
];

/**
 * The container of the process that sees this, by the first sign of one.
 *
 * Spec: SANDBOX-17 to SANDBOX-24
 * @param {Signs} signs
 * @returns {Runtime | null}
 */
export function detect({ cgroup, dockerenv, containerenv, kubernetesServiceHost }) {
  for (const [word, runtime] of CGROUP_WORDS) {
    if (cgroup?.includes(word)) return runtime;
  }
  if (dockerenv) return "docker";
  if (containerenv) return "podman";
  return kubernetesServiceHost ? "k8s" : null;
}
