/** Writes DER (X.690), as far as seals need it. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const octets = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...octets), content]);
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...[...parts].sort(Buffer.compare));
export const integer = (value: number) => der(0x02, Uint8Array.of(value));
export const octets = (bytes: Uint8Array) => der(0x04, bytes);

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const base = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) base.unshift((left & 0x7f) | 0x80);
    return base;
  });
  return der(0x06, Uint8Array.from(arcs));
}

export const generalizedTime = (date: Date) =>
  der(
    0x18,
    Buffer.from(
      date
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replace(/[-:T]/g, ''),
    ),
  );
