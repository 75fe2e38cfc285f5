import { concat, Malformed } from '../bytes.ts';
import type { Effort } from './effort.ts';
import { narrow, readCountEntry, readNameEntry, type PdfObject, type PdfStream } from './objects.ts';

/** Returns a stream's data, decompressed to at most `limit` bytes. Supports only the Flate filter. */
export async function decodeStream(
  { dict, data }: PdfStream,
  limit: number,
  effort: Effort,
): Promise<Uint8Array> {
  const filter = dict.entries.get('Filter');
  if (filter === undefined || filter === null) return data;
  const [only, ...others] = narrow(filter, 'array')?.items ?? [filter];
  if (only === undefined) return data;
  if (others.length > 0 || narrow(only, 'name')?.name !== 'FlateDecode')
    throw new Malformed('a stream has a filter that is not Flate');
  return undoPrediction(
    await inflateData(data, limit, effort),
    readParameters(dict.entries.get('DecodeParms')),
  );
}

async function inflateData(data: Uint8Array, limit: number, effort: Effort): Promise<Uint8Array> {
  effort.spend(data.length);
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([Uint8Array.from(data)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Malformed('a stream cannot be unpacked');
    });
    if (done) return concat(parts);
    length += value.length;
    try {
      effort.spend(value.length);
      if (length > limit) throw new Malformed('a stream is too large');
    } catch (error) {
      await reader.cancel();
      throw error;
    }
    parts.push(value);
  }
}

type Prediction = { readonly predictor: number; readonly columns: number };

function readParameters(value: PdfObject | undefined): Prediction {
  const dict = narrow(narrow(value, 'array')?.items[0] ?? value, 'dict');
  if (dict === null) return { predictor: 1, columns: 1 };
  const isPlain = (key: string, usual: number) => (readCountEntry(dict, key) ?? usual) === usual;
  if (!isPlain('Colors', 1) || !isPlain('BitsPerComponent', 8) || readNameEntry(dict, 'Type') !== null)
    throw new Malformed('a stream has unknown parameters');
  return { predictor: readCountEntry(dict, 'Predictor') ?? 1, columns: readCountEntry(dict, 'Columns') ?? 1 };
}

/** Reverses the PNG predictors (ISO 32000-2, 7.4.4.4) of cross-reference streams. */
function undoPrediction(data: Uint8Array, { predictor, columns }: Prediction): Uint8Array {
  if (predictor === 1) return data;
  if (predictor < 10 || predictor > 15 || columns === 0)
    throw new Malformed('a stream has an unknown predictor');
  const rows = Math.floor(data.length / (columns + 1));
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const type = data[row * (columns + 1)] ?? 0;
    const getByte = (y: number, x: number) => (y < 0 || x < 0 ? 0 : (out[y * columns + x] ?? 0));
    for (let x = 0; x < columns; x++) {
      const [left, up, corner] = [getByte(row, x - 1), getByte(row - 1, x), getByte(row - 1, x - 1)];
      out[row * columns + x] = (data[row * (columns + 1) + 1 + x] ?? 0) + predictByte(type, left, up, corner);
    }
  }
  return out;
}

function predictByte(type: number, left: number, up: number, corner: number): number {
  switch (type) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return Math.floor((left + up) / 2);
    case 4: {
      const estimate = left + up - corner;
      const [a, b, c] = [left, up, corner].map((one) => Math.abs(estimate - one));
      if (a === undefined || b === undefined || c === undefined) return 0;
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      throw new Malformed('a stream has an unknown predictor');
  }
}
