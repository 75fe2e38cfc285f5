import { type Dashboard, type KeptMail, findSigningToken } from '../../../../scripts/client/dashboard.ts';

/** An email's meaning, according to its subject. */
type MailKind = 'request' | 'turn' | 'take over' | 'taken over' | 'completed' | 'declined' | 'voided';

const SUBJECTS: readonly (readonly [MailKind, RegExp])[] = [
  ['request', /^.* has asked you to sign “(.*)”$/],
  ['request', /^.* has asked you to approve “(.*)”$/],
  ['turn', /^It’s your turn to sign “(.*)”$/],
  ['take over', /^.* asked you to take over “(.*)”$/],
  ['taken over', /^.* asked someone else to take over “(.*)”$/],
  ['completed', /^Completed: “(.*)”$/],
  ['declined', /^Declined: “(.*)”$/],
  ['voided', /^Voided: “(.*)”$/],
];

/** Emails caused by signing up, which don't concern envelopes. */
const ABOUT_ACCOUNTS = /^Confirm your email address$/;

/** Returns the token of the newest link emailed to an address; null if there is none yet. */
export async function linkTo(dashboard: Dashboard, address: string): Promise<string | null> {
  const mail = await find(dashboard, ({ to }) => to === address);
  return mail === undefined ? null : findSigningToken(await dashboard.mailText(mail.id));
}

/** Returns every stored email as `KIND to ADDRESS`, by the document's name. */
export async function allMails(dashboard: Dashboard): Promise<Map<string, string[]>> {
  const byDocument = new Map<string, string[]>();
  await find(dashboard, (mail) => {
    if (ABOUT_ACCOUNTS.test(mail.subject)) return false;
    const { kind, document } = read(mail);
    byDocument.set(document, [...(byDocument.get(document) ?? []), `${kind} to ${mail.to}`]);
    return false;
  });
  return byDocument;
}

async function find(dashboard: Dashboard, fits: (mail: KeptMail) => boolean): Promise<KeptMail | undefined> {
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await dashboard.mails(cursor);
    const found = items.find(fits);
    if (found !== undefined || nextCursor === null) return found;
    cursor = nextCursor;
  }
}

function read({ subject }: KeptMail): { kind: MailKind; document: string } {
  for (const [kind, pattern] of SUBJECTS) {
    const document = pattern.exec(subject)?.[1];
    if (document !== undefined) return { kind, document };
  }
  throw new Error(`a mail of no known kind: ${subject}`);
}
