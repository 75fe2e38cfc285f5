import type { KeySettings } from '#server/keys/key-store.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './variables.ts';

/**
 * Returns where the sealing key is; null if keys are generated. Throws ConfigError if the settings are
 * ambiguous or incomplete.
 */
export function sealKey(env: Environment): KeySettings | null {
  const { SEAL_PKCS12: path, SEAL_PKCS11_MODULE: module, SEAL_CSC_URL: url } = env;
  if ([path, module, url].filter((one) => one !== undefined).length > 1)
    throw new ConfigError('only one of SEAL_PKCS12, SEAL_PKCS11_MODULE and SEAL_CSC_URL can be set');
  if (path !== undefined) return { kind: 'pkcs12', path, password: env.SEAL_PKCS12_PASSWORD };
  if (module !== undefined)
    return {
      ...{ kind: 'pkcs11', module, pin: env.SEAL_PKCS11_PIN },
      token: requireVariable(env, 'SEAL_PKCS11_TOKEN', 'SEAL_PKCS11_MODULE'),
      key: requireVariable(env, 'SEAL_PKCS11_KEY', 'SEAL_PKCS11_MODULE'),
      certificates: requireVariable(env, 'SEAL_CERTIFICATES', 'SEAL_PKCS11_MODULE'),
    };
  if (url !== undefined)
    return {
      ...{ kind: 'csc', url, pin: env.SEAL_CSC_PIN },
      ...{ clientId: env.SEAL_CSC_CLIENT_ID, clientSecret: env.SEAL_CSC_CLIENT_SECRET },
      credential: requireVariable(env, 'SEAL_CSC_CREDENTIAL', 'SEAL_CSC_URL'),
    };
  return null;
}

function requireVariable(
  env: Environment,
  name: 'SEAL_PKCS11_TOKEN' | 'SEAL_PKCS11_KEY' | 'SEAL_CERTIFICATES' | 'SEAL_CSC_CREDENTIAL',
  because: string,
): string {
  const value = env[name];
  if (value === undefined) throw new ConfigError(`${because} requires ${name}`);
  return value;
}
