import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 480;
const HEIGHT = 160;
const PEN_RADIUS = 3.2;

/**
 * Returns a PNG (ISO/IEC 15948) of a pen stroke on a transparent background as a data URL, like a signature
 * pad.
 */
export function drawSignature(): string {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let step = 0; step <= 4000; step += 1) drawDab(pixels, ...getPenPosition(step / 4000));
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 4 + 1));
  for (let y = 0; y < HEIGHT; y += 1)
    rows.set(pixels.subarray(y * WIDTH * 4, (y + 1) * WIDTH * 4), y * (WIDTH * 4 + 1) + 1);

  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits per channel, RGBA.
  header.set([8, 6, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(rows)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * Returns where the pen is, from the start (0) to the end (1): loops that run to the right and flatten out.
 */
function getPenPosition(t: number): [x: number, y: number] {
  const calm = 1 - 0.75 * t;
  const x = 40 + 390 * t + 32 * calm * Math.sin(t * 34);
  const y = 84 - 46 * calm * Math.cos(t * 30) - 14 * Math.sin(t * 3);
  return [x, y];
}

function drawDab(pixels: Uint8Array, centerX: number, centerY: number): void {
  for (let y = Math.floor(centerY - 4); y <= centerY + 4; y += 1) {
    for (let x = Math.floor(centerX - 4); x <= centerX + 4; x += 1) {
      const cover = Math.min(1, Math.max(0, PEN_RADIUS + 0.5 - Math.hypot(x - centerX, y - centerY)));
      const at = (y * WIDTH + x) * 4;
      if (cover * 255 > (pixels[at + 3] ?? 255)) pixels.set([18, 32, 92, Math.round(cover * 255)], at);
    }
  }
}

function encodeChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
