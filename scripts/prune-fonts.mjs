// The font packages bring every weight of their family and pictures of each, 290 MB. Only the 32 MB that are used stay.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join('node_modules', '@expo-google-fonts');
const USUAL_WEIGHTS = ['400Regular'];
const WEIGHTS = { caveat: ['600SemiBold'], 'noto-sans': ['400Regular', '600SemiBold'] };

export function pruneFonts(root) {
  const home = join(root, PACKAGES);
  if (!existsSync(home)) return;
  for (const family of readdirSync(home)) {
    const kept = WEIGHTS[family] || USUAL_WEIGHTS;
    for (const entry of readdirSync(join(home, family), { recursive: true })) {
      const isUnused = /^\d00/.test(entry) && !kept.includes(entry.split(/[\\/]/)[0]);
      if (isUnused || entry.endsWith('.png'))
        rmSync(join(home, family, entry), { recursive: true, force: true });
    }
  }
}
