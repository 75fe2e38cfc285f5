import type { Property } from '../shared/n8n.ts';

/** An API key, and the address of the Countersign instance it belongs to. */
export class CountersignApi {
  readonly name = 'countersignApi';
  readonly displayName = 'Countersign API';
  readonly icon = 'file:countersign.svg';
  readonly documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-countersign';
  readonly properties: readonly Property[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://sign.example.com',
      description: 'The address of your Countersign',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      placeholder: 'svc_sk_…',
      description: 'Create one under Settings → API keys',
      required: true,
    },
  ];
  readonly authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  } as const;
  readonly test = {
    request: { baseURL: "={{$credentials.baseUrl.replace(new RegExp('/+$'), '')}}", url: '/api/v1/me' },
  } as const;
}
