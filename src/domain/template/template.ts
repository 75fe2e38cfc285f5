import type { EnvelopeDocument, EnvelopeFile, ReminderPolicy, TemplateCopy } from '../envelope/graph.ts';
import type { Message } from '../envelope/message.ts';
import type { Timestamp } from '../timestamp.ts';
import type {
  LegalFramework,
  ParticipantDelivery,
  ParticipantRole,
  SourceFormat,
} from '../envelope/status.ts';
import type { AutoSource, FieldType } from '../field/catalogue.ts';
import type { FieldDetails } from '../field/details.ts';

/** What needs attention about a template: the service closed its form. */
export const TEMPLATE_ATTENTION = ['form_closed'] as const;

export type Template = {
  readonly id: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly name: string;
  /** Pattern for the names of envelopes sent from the template; null to use the template's name. */
  readonly namePattern: string | null;
  readonly originalFilename: string;
  readonly sourceFormat: SourceFormat;
  /** SHA-256 (hex) of the uploaded document. */
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly legalFramework: LegalFramework;
  readonly consumerDisclosure: boolean;
  readonly reminderPolicy: ReminderPolicy | null;
  /** The message of new envelopes. */
  readonly message: Message | null;
  /** People who get a copy of new envelopes. */
  readonly copies: TemplateCopy[];
  readonly archivedAt: Timestamp | null;
  readonly useCount: number;
  readonly lastUsedAt: Timestamp | null;
  readonly attention: (typeof TEMPLATE_ATTENTION)[number][];
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

/** The person who takes a role unless someone else is named. */
export type RoleRecipient = {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly title: string | null;
};

export type TemplateRole = {
  readonly id: string;
  readonly templateId: string;
  readonly organizationId: string;
  readonly name: string;
  /** The role's name in the API; unique per template. */
  readonly apiRoleName: string;
  /** The position in the signing order, from 0. Roles with the same index sign in parallel. */
  readonly orderIndex: number;
  readonly role: ParticipantRole;
  readonly delivery: ParticipantDelivery;
  readonly isSender: boolean;
  readonly optional: boolean;
  /** The person who takes the role; null to ask each time. */
  readonly recipient: RoleRecipient | null;
};

export type TemplateField = FieldDetails & {
  readonly id: string;
  readonly templateId: string;
  readonly organizationId: string;
  /** Null for what the sender puts on the pages. */
  readonly roleId: string | null;
  /** Unique in the template. */
  readonly key: string;
  readonly type: FieldType;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string | null;
  readonly required: boolean;
  readonly options: readonly string[] | null;
  readonly prefillValue: string | null;
  readonly autoSource: AutoSource | null;
  /** The prefill key in the API; null if the field takes no value. */
  readonly prefillKey: string | null;
  /** Whether a prefilled value is fixed. If there is no value, the signer fills in the field. */
  readonly locked: boolean;
  readonly group: string | null;
};

/** A template with its roles in signing order, fields, and stored files. */
export type TemplateGraph = {
  readonly template: Template;
  readonly roles: readonly TemplateRole[];
  readonly fields: readonly TemplateField[];
  readonly documents: readonly EnvelopeDocument[];
  /** The files that make up the document, in order. All of them have been received. */
  readonly files: readonly EnvelopeFile[];
};
