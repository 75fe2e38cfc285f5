import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as transmitted. */
  readonly raw: string;
}

export interface SmtpReceiver {
  readonly url: string;
  readonly port: number;
  readonly delivered: Delivered[];
  connections: number;
  close(): Promise<void>;
}

/** A status to answer with, by command. */
export interface SmtpFaults {
  readonly connect?: number;
  readonly mail?: number;
  readonly recipient?: number;
  readonly data?: number;
  readonly login?: number;
}

/** A real SMTP server on a free loopback port that keeps what it receives. With `login`, it requires one. */
export async function startSmtpReceiver(faults: SmtpFaults = {}): Promise<SmtpReceiver> {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(faults.login ? [] : ['AUTH'])],
    authOptional: !faults.login,
    allowInsecureAuth: true,
    // Milliseconds. Closes pooled connections that a client keeps open, instead of waiting for them.
    closeTimeout: 100,
    onConnect(_session, callback) {
      receiver.connections += 1;
      callback(fault(faults.connect));
    },
    onAuth: (_auth, _session, callback) => callback(fault(faults.login)),
    onMailFrom: (_address, _session, callback) => callback(fault(faults.mail)),
    onRcptTo: (_address, _session, callback) => callback(fault(faults.recipient)),
    onData(stream, session, callback) {
      const keep = async () => {
        const raw = (await buffer(stream)).toString('utf8');
        if (faults.data) return callback(fault(faults.data));
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        callback();
      };
      keep().catch(callback);
    },
  });
  // Clients that disconnect are part of the tests.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const receiver: SmtpReceiver = {
    url: `smtp://${faults.login ? 'user:password@' : ''}127.0.0.1:${port}`,
    port,
    delivered,
    connections: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return receiver;
}

function fault(status: number | undefined): Error | null {
  return status ? Object.assign(new Error(`refused\u202e with ${status}`), { responseCode: status }) : null;
}
