import type { Property } from '../shared/n8n.ts';

const name: Property = { displayName: 'Name', name: 'name', type: 'string', default: '', required: true };
const email: Property = {
  displayName: 'Email',
  name: 'email',
  type: 'string',
  placeholder: 'name@email.com',
  default: '',
  required: true,
};
const displayName: Property = {
  displayName: 'Name',
  name: 'displayName',
  type: 'string',
  default: '',
  description: 'What signers and lists show',
};
const body: Property = {
  displayName: 'Message',
  name: 'message',
  type: 'string',
  typeOptions: { rows: 4 },
  default: '',
  description: 'Shown in the emails and on the page that their link opens',
};
const subject: Property = {
  displayName: 'Subject',
  name: 'subject',
  type: 'string',
  default: '',
  description: 'Subject of the emails that ask someone to sign',
};

const file = { show: { resource: ['envelope'], operation: ['create'] } };

/** Inputs for creating an envelope from a file. */
export const createProperties: readonly Property[] = [
  {
    displayName: 'Input Binary Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the input binary field containing the file',
    displayOptions: file,
  },
  {
    displayName: 'Recipients',
    name: 'recipients',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Recipient',
    description: 'Who signs, in this order',
    default: {},
    displayOptions: file,
    options: [
      {
        displayName: 'Recipient',
        name: 'recipient',
        values: [
          name,
          email,
          {
            displayName: 'Role',
            name: 'role',
            type: 'options',
            default: 'signer',
            options: [
              { name: 'Approver', value: 'approver' },
              { name: 'Signer', value: 'signer' },
            ],
          },
        ],
      },
    ],
  },
  {
    displayName: 'Fields',
    name: 'fields',
    type: 'json',
    default: '[]',
    description:
      'Where to sign and what to fill in, as the API describes it. Leave empty to have fields detected, or with the option Text Tags, marked in the file.',
    hint: '[{"type": "signature", "participantIndex": 0, "page": 1, "x": 0.1, "y": 0.7, "width": 0.3, "height": 0.06}]',
    displayOptions: file,
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    displayOptions: file,
    options: [
      {
        displayName: 'File Name',
        name: 'originalFilename',
        type: 'string',
        default: '',
        description: 'Default: the name of the input file',
      },
      body,
      {
        displayName: 'Metadata',
        name: 'metadata',
        type: 'json',
        default: '{}',
        description: 'Pairs for your own use, such as {"crmId": "4711"}',
      },
      displayName,
      subject,
      {
        displayName: 'Text Tags',
        name: 'textTags',
        type: 'boolean',
        default: false,
        description: 'Whether tags such as {{Name;type=signature;role=Buyer}} in the file become fields',
      },
    ],
  },
];

const template = { show: { resource: ['envelope'], operation: ['createFromTemplate'] } };

/** Inputs for creating an envelope from a template. */
export const fromTemplateProperties: readonly Property[] = [
  {
    displayName: 'Template ID',
    name: 'templateId',
    type: 'string',
    default: '',
    placeholder: 'tpl_…',
    required: true,
    displayOptions: template,
  },
  {
    displayName: 'Recipients',
    name: 'roles',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Recipient',
    description: 'One for each role that isn’t optional',
    default: {},
    displayOptions: template,
    options: [
      {
        displayName: 'Recipient',
        name: 'recipient',
        values: [
          {
            displayName: 'Role',
            name: 'role',
            type: 'string',
            default: '',
            required: true,
            description: 'The API name of the role, which the template lists as apiRoleName',
          },
          name,
          email,
        ],
      },
    ],
  },
  {
    displayName: 'Values',
    name: 'prefill',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Value',
    description: 'What to fill in before it’s sent',
    default: {},
    displayOptions: template,
    options: [
      {
        displayName: 'Value',
        name: 'value',
        values: [
          {
            displayName: 'Field',
            name: 'key',
            type: 'string',
            default: '',
            required: true,
            description: 'The key of the field, which the template lists as prefillKey',
          },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
  },
  {
    displayName: 'Send Now',
    name: 'autoSend',
    type: 'boolean',
    default: true,
    description: 'Whether to send it right away instead of creating a draft',
    displayOptions: template,
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    displayOptions: template,
    options: [body, displayName, subject],
  },
];
