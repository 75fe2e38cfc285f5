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

type Detail = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** What says it in a line of details, where it has no label. */
  readonly text: string;
};

/**
 * Returns the details of an entry of the audit log in the reader's language, in their order. A first attempt
 * isn't counted.
 */
export function formatDetails(details: Readonly<Record<string, string>> | null): Detail[] {
  return Object.entries(details ?? {})
    .filter(([name, value]) => name !== 'attempts' || value !== '1')
    .map(([name, given]) => {
      const label = LABELS[name]?.() ?? name;
      const value = formatDetail(name, given);
      return { name, label, value, text: name === 'attempts' ? `${label}: ${value}` : value };
    });
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
