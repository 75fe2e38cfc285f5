// --- frame
import { embedSigning } from '@countersign/embed';

// Your server requests the session URL for the person who is signed in.
const { url } = await (await fetch('/contracts/4711/session', { method: 'POST' })).json();

const embedded = embedSigning({
  url,
  element: document.querySelector('#contract'),
  onEvent: (event) => {
    if (event.type === 'signed' || event.type === 'declined') embedded.close();
  },
});
