import { code, createHeading, list, createTable, createText } from '../blocks.ts';
import type { Guide } from '../guide.ts';

const send: Guide = {
  slug: 'send',
  group: 'Build',
  name: 'Send documents',
  title: 'Send documents',
  lead: 'Upload, schedule, remind, and take back.',
  blocks: ({ sample }) => [
    createHeading('Upload a document'),
    createText(
      'PDF, Word files, and photos (PNG, JPEG, HEIC) up to 50 MiB. Small ones fit into the request as base64. Larger ones are uploaded in three steps: create the envelope without `document`, send the bytes to the `upload` address in the response, and complete the upload. The client package does all three in one call.',
    ),
    createText(
      'Participants with the same `orderIndex` sign at the same time. Without it, they sign in the order of the list.',
    ),
    code(sample('upload')),
    createHeading('Suggested fields'),
    createText(
      'Without `fields`, we look for signature blocks and form fields. The status is `detecting` while the document is read and `review` afterwards; the version grows by 2. Read the envelope, assign the fields with [Update a draft](/api/docs/reference/envelopeDraft), and send it.',
    ),
    createHeading('Schedule'),
    createText('With `sendAt`, the envelope stays a draft until then.'),
    code(sample('schedule')),
    createText('Cancel the scheduled sending to edit the draft again:'),
    code(sample('unschedule')),
    createHeading('Send now'),
    code(sample('now')),
    createHeading('After sending'),
    list(
      '[Remind](/api/docs/reference/envelopeRemind) emails whoever can sign now, at most once an hour. `reminderPolicy` does it automatically.',
      '[Correct a participant](/api/docs/reference/envelopeCorrectParticipant) changes a name or an email address and sends a new link.',
      '[Recall](/api/docs/reference/envelopeRecall) makes it a draft again, as long as nobody has signed.',
      '[Void](/api/docs/reference/envelopeVoid) ends it for good and tells the people who know about it.',
    ),
    code(sample('void')),
  ],
};

const placingFields: Guide = {
  slug: 'placing-fields',
  group: 'Build',
  name: 'Place fields by text',
  title: 'Place fields by text',
  lead: 'Say what a field stands next to, by an anchor or a tag in the document, instead of where.',
  blocks: ({ sample }) => [
    createHeading('Anchors'),
    createText(
      'A field may have an `anchor` instead of `page`, `x` and `y`. It’s put to the right of that text and becomes an ordinary field that people can move. Without `ignoreCase`, a text in exactly this case wins, such as TENANT over a signature against “Tenant” in the first paragraph.',
    ),
    code(sample('anchors')),
    createTable(
      ['Property', 'Meaning'],
      ['`text`', 'The text: whole words, on one line'],
      ['`occurrence`', 'Which one, from 1 in reading order, `last`, or `all`: a field at each'],
      ['`near`', 'Another text. The occurrences of `text` below it count, the closest first'],
      ['`page`, `document`', 'Only on this page, or in this file'],
      ['`place`', '`right` of the text, `over` it, or `below` or `above` it'],
      ['`dx`, `dy`, `width`, `height`', 'A shift, and a size, in fractions of the page'],
      ['`optional`', 'Whether the field is left out if its text isn’t there'],
    ),
    createText(
      'If the text isn’t there, the call returns `422 validation_failed`. Each issue names the anchor and the three most similar texts of the document.',
    ),
    createHeading('Tags'),
    createText(
      'With `textTags: true`, text between double braces in a PDF or Word file becomes a field, such as `{{signature, Buyer}}` or `{{Due;type=date;format=DD.MM.YYYY}}`. The tag is taken out of the page; everything else stays where it is.',
    ),
    code(sample('tags')),
    createText(
      'The attributes are `type`, `role`, `required`, `readonly`, `default`, `label`, `options`, `format`, `width`, `height` and `key`. Participants take the roles in the order in which they first appear.',
    ),
  ],
};

const templates: Guide = {
  slug: 'templates',
  group: 'Build',
  name: 'Use templates',
  title: 'Use templates',
  lead: 'Place the fields once, then send the same document to new people.',
  blocks: ({ sample }) => [
    createHeading('Save a template'),
    createText(
      'A template is saved from an envelope, which stays as it is. Each participant becomes a role. You can also do this in the dashboard.',
    ),
    code(sample('save')),
    createHeading('Create an envelope from it'),
    createText(
      'Give a recipient for each role by its `apiRoleName`, and values by `prefillKey`. The envelope is sent at once, unless `autoSend` is `false`.',
    ),
    code(sample('use')),
    createHeading('To many people at once'),
    createText(
      '[Send a template to a list](/api/docs/reference/bulkSendStart) creates an envelope for each row of a CSV file. [Check the list](/api/docs/reference/bulkSendCheck) first: it finds the errors in every row.',
    ),
  ],
};

const embedding: Guide = {
  slug: 'embedding',
  group: 'Build',
  name: 'Embed signing',
  title: 'Embed signing',
  lead: 'Let people sign inside your own application, without an email.',
  blocks: ({ sample }) => [
    createHeading('Register your origin'),
    createText('Only registered origins can show a document in a frame, or be the page to return to.'),
    code(sample('register')),
    createHeading('Open a document'),
    createText(
      'Create the envelope with `delivery: "embedded"` for the people who sign in your application, and send it. When it’s somebody’s turn, request a session URL on your server. It works once, within five minutes. Hand it only to that person: the certificate will say that your application authenticated them.',
    ),
    code(sample('open')),
    createHeading('Show it in your page'),
    createText('The package `@countersign/embed` shows the URL in a frame and tells you what happens.'),
    code(sample('frame')),
    createTable(
      ['Event', 'When'],
      ['`ready`', 'The session is open.'],
      ['`viewed`', 'The person sees the document.'],
      ['`signed`, `declined`', 'They’re done.'],
      ['`error`', 'Nothing can be signed; `code` says why.'],
      ['`resize`', 'The height of the content changed.'],
    ),
    createText(
      'Events are hints for your page. What counts is the envelope: read it, or receive its [webhooks](/api/docs/webhooks).',
    ),
  ],
};

const webhooks: Guide = {
  slug: 'webhooks',
  group: 'Build',
  name: 'Receive webhooks',
  title: 'Receive webhooks',
  lead: 'We call your server when something happens.',
  blocks: ({ sample, origin }) => [
    createHeading('Create a webhook'),
    createText(
      'Its secret is shown once. Without `events`, you receive every event. `envelope.completed` means that everyone has signed, `envelope.sealed` that the sealed file can be downloaded.',
    ),
    code(sample('create')),
    createHeading('Verify messages'),
    createText(
      'Messages follow [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature over the bytes as they arrived, before you parse them.',
    ),
    code(sample('receive')),
    createText(
      'Messages never contain email addresses, values, or links. Read those from the API. `seq` is the position in the envelope’s log, and `webhook-id` stays the same when a message is sent again.',
    ),
    createHeading('Try it'),
    createText(
      'Send a test message, or a [sample](/api/docs/reference/webhookSample) of any event. Samples are marked with `sample: true`; [the list](/api/docs/reference/eventSamples) shows them all.',
    ),
    code(sample('test')),
    createText(
      'On your own machine, `listen` follows the events and forwards each to a local address, signed with a secret that it prints. It’s part of the code of Countersign and takes your API key from `COUNTERSIGN_KEY`:',
    ),
    code([
      {
        label: 'Terminal',
        source: `npm run -s cli -- listen --url ${origin} --forward-to http://localhost:3000/webhooks`,
      },
    ]),
    createHeading('Delivery'),
    list(
      'Return 2xx within 10 seconds, and do the work afterwards. Anything else, including a redirect, is a failure.',
      'A failed message is sent again after about 5 seconds, 1 minute, 5 minutes, 30 minutes, and 2, 5, 10, 20, and 34 hours.',
      'Messages arrive at least once and in no particular order: a retry or a faster delivery can overtake. `seq` orders the events of one envelope. To get every event in order, [follow the feed](/api/docs/events).',
      '`410` disables the webhook, and so do five days of failures without a success.',
    ),
    createHeading('Catch up'),
    createText(
      'If your server was down for longer, [replay](/api/docs/reference/webhookReplay) sends the failed messages of a time range again, or all of them.',
    ),
    code(sample('replay')),
    createText(
      'For a day after you [rotate the secret](/api/docs/reference/webhookRotateSecret), messages carry two signatures, so that the old secret still works.',
    ),
  ],
};

const agents: Guide = {
  slug: 'agents',
  group: 'Build',
  name: 'Let agents help',
  title: 'Let agents help',
  lead: 'Agents prepare envelopes over the Model Context Protocol. A person sends them.',
  blocks: ({ sample, mcpUrl }) => [
    createHeading('Connect'),
    createText(
      `A client only needs the address \`${mcpUrl}/mcp\`. It registers itself and sends you to a page where you choose what the agent may do. API keys don’t work there.`,
    ),
    createTable(
      ['Client', 'How'],
      ['Claude', 'Settings → Connectors → Add custom connector'],
      ['Claude Code', `\`claude mcp add --transport http countersign ${mcpUrl}/mcp\`, then \`/mcp\``],
      ['ChatGPT', 'Settings → Connectors → Advanced → Developer mode, then Create'],
      ['Cursor', `\`{"mcpServers": {"countersign": {"url": "${mcpUrl}/mcp"}}}\` in \`.cursor/mcp.json\``],
      [
        'VS Code',
        `\`{"servers": {"countersign": {"type": "http", "url": "${mcpUrl}/mcp"}}}\` in \`.vscode/mcp.json\``,
      ],
    ),
    createHeading('How clients find the way'),
    createText(
      'A call without a token returns `401`. `WWW-Authenticate` names the document that says where to get one.',
    ),
    code(sample('discover')),
    createHeading('What keeps you in control'),
    list(
      'Sending is off until you allow it. Even then, “Ask me before sending” is on unless you turn it off.',
      'Sending, voiding, and new links need the confirmation of a person.',
      'No answer contains a signing link. Those go to the recipients only.',
      'Names and texts of documents are marked as untrusted, so that they can’t pose as instructions.',
    ),
    createText('Disconnect an agent under [Settings → Connected agents](/settings/agents) at any time.'),
  ],
};

export const BUILD: readonly Guide[] = [send, placingFields, templates, embedding, webhooks, agents];
