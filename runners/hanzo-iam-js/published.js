/**
 * The published package's main entry. The build step puts this file beside the package, so that
 * Node resolves the name as it does for any user of it.
 */
export * from "@hanzo/iam";
