import { describeFailure, parseNamePattern } from '#domain/name-pattern/parse.ts';
import { resolveNamePattern } from '#domain/name-pattern/resolve.ts';
import { validatePattern, type Vocabulary } from '#domain/template/change.ts';

export type NamePreview =
  { readonly kind: 'name'; readonly name: string } | { readonly kind: 'problem'; readonly message: string };

/** What a preview is based on: a template, or an envelope that will be saved as one. */
export type Previewed = {
  readonly templateName: string;
  readonly organizationName: string;
  readonly senderName: string;
  /** Null while roles are still being named. Until then, any role or key is accepted. */
  readonly template: Vocabulary | null;
};

const EXAMPLE = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines Ltd',
  title: 'Director',
};

/**
 * Returns the name that an envelope would have if it were sent to an example person now, or what is wrong
 * with the pattern.
 */
export function previewName(pattern: string, today: string, { template, ...names }: Previewed): NamePreview {
  const parsed = parseNamePattern(pattern);
  if (!parsed.ok) return { kind: 'problem', message: describeFailure(parsed) };
  const issue = template === null ? undefined : validatePattern(pattern, template)[0];
  if (issue !== undefined) return { kind: 'problem', message: issue.message };
  const roles = parsed.nodes.flatMap((node) => (node.kind === 'role' ? [[node.role, EXAMPLE] as const] : []));
  const keys = parsed.nodes.flatMap((node) =>
    node.kind === 'prefill' ? [[node.key, `‹${node.key}›`] as const] : [],
  );
  const name = resolveNamePattern(parsed.nodes, {
    ...names,
    recipient: EXAMPLE,
    sentOn: today,
    prefill: Object.fromEntries(keys),
    roles: new Map(roles),
  });
  return { kind: 'name', name: name === '' ? names.templateName : name };
}
