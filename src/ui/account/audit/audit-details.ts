import { ATTEMPT_PROBLEMS, SIGN_IN_METHODS } from '#domain/account/sign-in-trace.ts';
import { ROLES } from '#domain/organization/role.ts';
import { m } from '#i18n/compiled/messages.js';
import { ROLE_WORDS } from '../role-words.ts';

/** The names of details that have a translation. */
const LABELS: Readonly<Record<string, () => string>> = {
  from: m.settings_audit_before,
  to: m.settings_audit_after,
  role: m.settings_role,
  scopes: m.settings_api_key_scopes,
  method: m.settings_audit_method,
  device: m.settings_audit_device,
  problem: m.settings_audit_problem,
  attempts: m.settings_audit_attempts,
};

/** Returns the details of an entry of the audit log in the reader's language, in their order. */
export function formatDetails(
  details: Readonly<Record<string, string>> | null,
): { readonly label: string; readonly value: string }[] {
  return Object.entries(details ?? {}).map(([name, value]) => ({
    label: LABELS[name]?.() ?? name,
    value: formatDetail(name, value),
  }));
}

/** Translates what isn't a name. */
function formatDetail(name: string, value: string): string {
  const role = ROLES.find((each) => each === value);
  if (role !== undefined) return ROLE_WORDS[role].label();
  const method = name === 'method' ? SIGN_IN_METHODS.find((each) => each === value) : undefined;
  if (method !== undefined) return m[`settings_audit_method_${method}`]();
  const problem = name === 'problem' ? ATTEMPT_PROBLEMS.find((each) => each === value) : undefined;
  if (problem !== undefined) return m[`settings_audit_problem_${problem}`]();
  return name === 'device' && value === 'new' ? m.settings_audit_device_new() : value;
}
