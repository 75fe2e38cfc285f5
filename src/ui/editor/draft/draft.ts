import type { Language } from '#domain/language.ts';
import type { ReminderPolicy } from '#domain/envelope/graph.ts';
import type { LegalFramework, ParticipantRole } from '#domain/envelope/status.ts';
import type { AutoSource, FieldSource, FieldType } from '#domain/field/catalogue.ts';
import type { Place } from '#ui/editor/placing/geometry.ts';

/** What a participant stood for before a person was named: a role that a machine proposed or that the editor made up. */
export type Slot =
  { readonly kind: 'role'; readonly id: string } | { readonly kind: 'party'; readonly index: number };

/** A participant in the editor. Without a name and an e-mail address it is kept as the role that its fields name. */
export type DraftParticipant = {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly language: Language | null;
  readonly title: string;
  /** Whether they sign at the same time as the one before in the list. */
  readonly withPrevious: boolean;
  readonly role: ParticipantRole;
  /** The note that only they see. */
  readonly message: string;
  readonly detectedPartyIndex: number | null;
  readonly slot: Slot;
};

/** A field in the editor. Empty texts stand for null; what the editor does not show is carried along as it was read. */
export type DraftField = Place & {
  readonly key: string;
  readonly type: FieldType;
  readonly page: number;
  /** Empty while it is nobody's. */
  readonly participantKey: string;
  /** A detected field is a proposal until it is accepted, which makes it manual. */
  readonly source: FieldSource;
  readonly label: string;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly group: string;
  readonly prefillValue: string;
  readonly locked: boolean;
  readonly autoSource: AutoSource | null;
  readonly proposedAutoSource: AutoSource | null;
  readonly partyIndex: number | null;
  readonly syntheticRoleId: string | null;
  readonly syntheticRoleName: string | null;
};

export type DraftPolicy = {
  readonly legalFramework: LegalFramework;
  readonly consumerDisclosure: boolean;
  readonly expiresAt: string | null;
  readonly reminderPolicy: ReminderPolicy | null;
};

/** The message to everyone; empty texts stand for null. */
export type DraftMessage = { readonly subject: string; readonly body: string };

/** Everything that the editor changes, as one immutable value: undo keeps earlier ones. */
export type Draft = {
  readonly displayName: string;
  readonly participants: readonly DraftParticipant[];
  readonly fields: readonly DraftField[];
  readonly policy: DraftPolicy;
  readonly message: DraftMessage;
};

/** Roles that the editor made up for a participant without an address begin with this. */
export const OWN_ROLE_PREFIX = 'slot_';
