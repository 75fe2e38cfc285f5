/** Who may sign up, as the operator has set it. `default` depends on whether the server sends email. */
export type SignUpRule =
  | { readonly kind: 'default' }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'invited' }
  /** Addresses of these domains. */
  | { readonly kind: 'domains'; readonly domains: readonly string[] };

/** Who may sign up right now. `code`: only someone with the code for the first account. */
export type SignUpAdmission =
  | { readonly kind: 'anyone' | 'invited' | 'code' }
  | { readonly kind: 'domains'; readonly domains: readonly string[] };

/**
 * Decides who may sign up. The first account administers the instance, so it takes the code, unless the operator
 * lets anyone in. Without a rule, a server that sends email admits nobody afterwards, because strangers would send
 * in its name; one that keeps emails to itself is somebody's trial.
 */
export function decideSignUp(
  rule: SignUpRule,
  { hasAccounts, sendsMail }: { readonly hasAccounts: boolean; readonly sendsMail: boolean },
): SignUpAdmission {
  if (rule.kind === 'anyone') return rule;
  if (!hasAccounts) return { kind: 'code' };
  return rule.kind === 'default' ? { kind: sendsMail ? 'invited' : 'anyone' } : rule;
}

/** Whether someone with this address may create an organization. */
export function admitsAddress(admission: SignUpAdmission, email: string): boolean {
  if (admission.kind !== 'domains') return admission.kind === 'anyone';
  return admission.domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
