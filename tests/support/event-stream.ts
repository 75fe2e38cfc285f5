type ServerSentEvent = { readonly event: string; readonly id: string | null; readonly data: any };

/** Reads the events of a stream (HTML Living Standard 9.2) as they arrive. */
export type EventReader = {
  /** Returns the next event, skipping beats; null when the stream has ended. */
  readonly next: () => Promise<ServerSentEvent | null>;
  readonly close: () => Promise<void>;
};

/** Reads the server-sent events of a body. */
export function readEvents(body: ReadableStream<Uint8Array>): EventReader {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<ServerSentEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== null && event.event !== 'beat') return event;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
    }
  };
  return { next, close: () => reader.cancel() };
}

function parse(block: string): ServerSentEvent | null {
  const lines = block.split('\n').map((line) => line.split(/: ?/s, 2) as [string, string]);
  const fields = new Map(lines);
  const data = block
    .split('\n')
    .find((line) => line.startsWith('data: '))
    ?.slice(6);
  if (data === undefined) return null;
  return { event: fields.get('event') ?? 'message', id: fields.get('id') ?? null, data: JSON.parse(data) };
}
