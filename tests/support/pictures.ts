import { createCanvas } from '@napi-rs/canvas';

/** A picture of a signature as a data URL. */
export function picture(kind: 'png' | 'jpeg' = 'png', width = 200, height = 60): string {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // JPEG has no transparency, so without paper the background would be black.
  if (kind === 'jpeg') {
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
  }
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(5, height - 5);
  context.lineTo(width - 5, 5);
  context.stroke();
  const bytes = kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg');
  return dataUrl(`image/${kind}`, bytes);
}

/** Bytes as a base64 data URL (RFC 2397). */
export function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
