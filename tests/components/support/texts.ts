import type { Language } from '#domain/language.ts';
import { language } from '#ui/kit/language.ts';

/** Shows the texts of the dashboard or of the signer's pages, which a page's own address chooses, in a language. */
export async function showTexts(part: 'dashboard' | 'signer', shown: Language = 'en'): Promise<void> {
  const { href } = location;
  goTo(part === 'signer' ? '/sign' : '/envelopes');
  const showing = language.show(shown);
  goTo(href);
  await showing;
}

/** Changes the address. What SvelteKit puts in place of the history's own function warns of it. */
function goTo(address: string): void {
  History.prototype.replaceState.call(history, history.state, '', address);
}
