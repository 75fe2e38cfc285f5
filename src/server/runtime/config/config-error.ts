/** Reports environment variables with invalid values. The message has a line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
