import type { Property } from '../shared/n8n.ts';
import { createProperties, fromTemplateProperties } from './create-properties.ts';

const showFor = (resource: string, ...operation: string[]) => ({ show: { resource: [resource], operation } });

const resource: Property = {
  displayName: 'Resource',
  name: 'resource',
  type: 'options',
  noDataExpression: true,
  options: [
    { name: 'Envelope', value: 'envelope' },
    { name: 'Template', value: 'template' },
  ],
  default: 'envelope',
};

const envelopeOperation: Property = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: ['envelope'] } },
  options: [
    {
      name: 'Create From File',
      value: 'create',
      action: 'Create an envelope from a file',
      description: 'Create a draft from a PDF, Word file or picture',
    },
    {
      name: 'Create From Template',
      value: 'createFromTemplate',
      action: 'Create an envelope from a template',
      description: 'Fill in a template and send it, or leave it as a draft',
    },
    {
      name: 'Download Evidence',
      value: 'downloadEvidence',
      action: 'Download the evidence of an envelope',
      description: 'Get the audit log and its proofs as a JSON file',
    },
    {
      name: 'Download Signed PDF',
      value: 'downloadSealed',
      action: 'Download the signed PDF of an envelope',
      description: 'Get the sealed PDF of a completed envelope',
    },
    { name: 'Get', value: 'get', action: 'Get an envelope' },
    { name: 'Get Many', value: 'getMany', action: 'Get many envelopes' },
    {
      name: 'Remind',
      value: 'remind',
      action: 'Remind the signers of an envelope',
      description: 'Email the people whose turn it is again',
    },
    { name: 'Send', value: 'send', action: 'Send an envelope', description: 'Email the first signers' },
    {
      name: 'Void',
      value: 'void',
      action: 'Void an envelope',
      description: 'End an envelope, so that nobody can sign it anymore',
    },
  ],
  default: 'create',
};

const templateOperation: Property = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: ['template'] } },
  options: [{ name: 'Get Many', value: 'getMany', action: 'Get many templates' }],
  default: 'getMany',
};

const ONE = ['get', 'send', 'void', 'remind', 'downloadSealed', 'downloadEvidence'];
const CHANGING = ['send', 'void', 'remind'];
const DOWNLOADING = ['downloadSealed', 'downloadEvidence'];

const oneEnvelope: readonly Property[] = [
  {
    displayName: 'Envelope ID',
    name: 'envelopeId',
    type: 'string',
    default: '',
    placeholder: 'env_…',
    required: true,
    displayOptions: showFor('envelope', ...ONE),
  },
  {
    displayName: 'Expected Version',
    name: 'expectedVersion',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 0,
    description:
      "Fail if the envelope's version is another one, because it has changed meanwhile. 0 takes any version.",
    displayOptions: showFor('envelope', ...CHANGING),
  },
  {
    displayName: 'Send At',
    name: 'sendAt',
    type: 'dateTime',
    default: '',
    description: 'When to send it. Leave empty to send it now.',
    displayOptions: showFor('envelope', 'send'),
  },
  {
    displayName: 'Reason',
    name: 'reason',
    type: 'string',
    default: '',
    description: 'Shown to everyone who has received a link',
    displayOptions: showFor('envelope', 'void'),
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the output binary field to put the file in',
    displayOptions: showFor('envelope', ...DOWNLOADING),
  },
];

const many: readonly Property[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: { show: { operation: ['getMany'] } },
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { operation: ['getMany'], returnAll: [false] } },
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: showFor('envelope', 'getMany'),
    options: [
      {
        displayName: 'Metadata',
        name: 'metadata',
        type: 'string',
        default: '',
        placeholder: 'crmId:4711',
        description: 'Only envelopes with this pair of metadata',
      },
      {
        displayName: 'Search',
        name: 'search',
        type: 'string',
        default: '',
        description: 'Only envelopes that contain these words, in their name, people or text',
      },
      {
        displayName: 'Status',
        name: 'status',
        type: 'multiOptions',
        default: [],
        options: [
          ...[
            'completed',
            'declined',
            'detecting',
            'draft',
            'expired',
            'in_progress',
            'review',
            'voided',
          ].map((value) => ({
            name: value
              .split('_')
              .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
              .join(' '),
            value,
          })),
        ],
      },
      {
        displayName: 'Template ID',
        name: 'templateId',
        type: 'string',
        default: '',
        description: 'Only envelopes made from this template',
      },
    ],
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: showFor('template', 'getMany'),
    options: [
      {
        displayName: 'Name',
        name: 'q',
        type: 'string',
        default: '',
        description: 'Only templates with this in their name',
      },
    ],
  },
];

/** The inputs of the node. */
export const PROPERTIES: readonly Property[] = [
  resource,
  envelopeOperation,
  templateOperation,
  ...createProperties,
  ...fromTemplateProperties,
  ...oneEnvelope,
  ...many,
];
