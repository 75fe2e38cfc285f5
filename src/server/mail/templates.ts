import type { RenderedMail } from './layout.ts';
import { type MailFacts, renderMail, type Template } from './template.ts';
import { ACCOUNTS } from './templates/accounts.ts';
import { OUTCOMES } from './templates/outcomes.ts';
import { REQUESTS } from './templates/requests.ts';

type Renderers<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Template<infer Facts>
    ? (facts: Facts) => RenderedMail
    : never;
};

/** Every email that the service sends. */
export const MAIL_TEMPLATES = toRenderers({ ...REQUESTS, ...OUTCOMES, ...ACCOUNTS });

function toRenderers<Table extends Record<string, Template<never>>>(table: Table): Renderers<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, template]) => [
      name,
      (facts: MailFacts) => renderMail(template as Template<MailFacts>, facts),
    ]),
  ) as Renderers<Table>;
}
