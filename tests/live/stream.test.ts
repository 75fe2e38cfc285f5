import { describe, expect, it } from 'vitest';
import { openStream } from '#server/live/stream.ts';
import { readEvents } from '../support/event-stream.ts';

const timing = { beatMs: 20, gatherMs: 1, trustMs: 60_000 };
const lasting = () => Promise.resolve(true);
const envelopesSeen = (ids: readonly string[]) => Promise.resolve(ids);
const teamsSeen = (teamIds: readonly string[]) => Promise.resolve(teamIds.filter((id) => id === 'tea_own'));
const publicly = (envelopeId: string) => ({ envelopeId, privateTeamId: null });

describe('a stream', () => {
  it('collects changes for a moment', async () => {
    const stream = openStream({ stillIn: lasting, teamsSeen, envelopesSeen, gone: () => undefined }, timing);
    for (const id of ['a', 'b', 'a']) stream.changed(publicly(id), `m.${id}`);
    const reader = readEvents(stream.body);
    expect(await reader.next()).toEqual({ event: 'changed', id: 'm.a', data: { envelopeIds: ['a', 'b'] } });
    stream.end();
    expect(await reader.next()).toBeNull();
  });

  it('names no envelope of a private team that its viewer does not belong to', async () => {
    const stream = openStream({ stillIn: lasting, teamsSeen, envelopesSeen, gone: () => undefined }, timing);
    stream.changed({ envelopeId: 'hidden', privateTeamId: 'tea_other' }, 'm.1');
    stream.changed({ envelopeId: 'own', privateTeamId: 'tea_own' }, 'm.2');
    stream.changed(publicly('open'), 'm.3');
    const reader = readEvents(stream.body);
    expect(await reader.next()).toMatchObject({ data: { envelopeIds: ['own', 'open'] } });
    stream.end();
  });

  it('reports stale if it can not tell what is private', async () => {
    const lost = () => Promise.reject(new Error('no connection'));
    const stream = openStream(
      { stillIn: lasting, teamsSeen: lost, envelopesSeen, gone: () => undefined },
      timing,
    );
    stream.changed({ envelopeId: 'hidden', privateTeamId: 'tea_other' }, 'm.1');
    const reader = readEvents(stream.body);
    expect(await reader.next()).toMatchObject({ event: 'stale', data: {} });
    stream.end();
  });

  it('reports stale if that is shorter', async () => {
    const stream = openStream({ stillIn: lasting, teamsSeen, envelopesSeen, gone: () => undefined }, timing);
    for (let i = 0; i < 500; i++) stream.changed(publicly(`env_${i}`), `m.${i}`);
    const reader = readEvents(stream.body);
    expect(await reader.next()).toEqual({ event: 'stale', id: 'm.499', data: {} });
    stream.end();
  });

  it('buffers nothing for a slow reader but the gap', async () => {
    let asked = 0;
    const stillIn = () => Promise.resolve((asked += 1) > 0);
    const stream = openStream({ stillIn, teamsSeen, envelopesSeen, gone: () => undefined }, timing);
    // Beats fill the buffer; changes arrive while nobody is reading.
    await untilTrue(() => asked > 30);
    for (let i = 0; i < 1000; i++) stream.changed(publicly(`env_${i}`), `m.${i}`);
    await untilTrue(() => asked > 33);
    const reader = readEvents(stream.body);
    expect(await reader.next()).toMatchObject({ event: 'stale', id: 'm.999' });
    stream.end();
    expect(await reader.next()).toBeNull();
  });

  it('cleans up once, whether the reader leaves or the stream ends', async () => {
    for (const leave of ['cancel', 'end'] as const) {
      let gone = 0;
      const stream = openStream(
        { stillIn: lasting, teamsSeen, envelopesSeen, gone: () => (gone += 1) },
        timing,
      );
      if (leave === 'cancel') await stream.body.cancel();
      stream.end();
      stream.changed(publicly('env_1'), 'm.1');
      stream.end();
      expect(gone).toBe(1);
    }
  });

  it('stays open if the database cannot check the session', async () => {
    let asked = 0;
    const stillIn = () => {
      asked += 1;
      return Promise.reject(new Error('away'));
    };
    const stream = openStream(
      { stillIn, teamsSeen, envelopesSeen, gone: () => undefined },
      { ...timing, trustMs: 0 },
    );
    await untilTrue(() => asked > 2);
    stream.changed(publicly('env_1'), 'm.1');
    expect(await readEvents(stream.body).next()).toMatchObject({ event: 'changed' });
    stream.end();
  });
});

async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
