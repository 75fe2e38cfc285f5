import type { Role } from '#domain/organization/role.ts';
import type { MailBranding } from '../content.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';

export interface InvitationFacts {
  readonly branding: MailBranding;
  readonly organizationName: string;
  readonly invitedByName: string;
  readonly role: Role;
  readonly link: string;
  readonly expiresAt: string;
}

const AS: Readonly<Record<Role, string>> = {
  owner: 'as an owner, who may do everything',
  admin: 'as an administrator',
  member: 'as a member, who sends documents for signature',
  viewer: 'as a viewer, who sees documents and sends none',
};

/** To somebody who is invited into an organization. */
export function render(facts: InvitationFacts): RenderedMail {
  const { invitedByName, organizationName, role } = facts;
  return layOut({
    branding: facts.branding,
    subject: [{ given: invitedByName }, ' invites you to ', { given: organizationName }],
    preheader: ['Accept with your account, or make one.'],
    heading: 'You are invited',
    blocks: [
      { kind: 'paragraph', text: ['Hello,'] },
      {
        kind: 'paragraph',
        text: [
          { given: invitedByName },
          ' invites you to the organization ',
          { given: organizationName },
          ` ${AS[role]}.`,
        ],
      },
      { kind: 'action', label: 'See the invitation', url: facts.link },
      {
        kind: 'paragraph',
        text: [`The link is good once and for this address only, until ${instant(facts.expiresAt, 'en')}.`],
      },
    ],
    reason: [
      'You receive this mail because ',
      { given: invitedByName },
      ' named this address. If you do not know them, ignore it: nothing happens unless you accept.',
    ],
  });
}
