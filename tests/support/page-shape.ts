import type { Page } from '@playwright/test';

/**
 * Describes what a page shows, a line for each visible text, control and icon: what it is, its words, its state, and
 * the names of its colors with its size and weight. Digits, months and times are left out, because they change by
 * themselves, and elements that match `skipped`.
 */
export async function describePage(page: Page, skipped: string): Promise<string> {
  return await page.evaluate(describeShown, skipped);
}

function describeShown(skipped: string): string {
  const tokens = nameColors();
  const lines: string[] = [];
  walk(document.body, 0);
  return `${lines.join('\n')}\n`;

  function walk(element: Element, depth: number): void {
    if (!isVisible(element)) return;
    const line = describe(element);
    // A chart has as many bars as the month has weeks.
    const shown = `${'  '.repeat(depth)}${line}`;
    if (line !== '' && (shown !== lines.at(-1) || line.includes('"'))) lines.push(shown);
    if (element.localName === 'svg' || element.localName === 'canvas') return;
    for (const child of element.children) walk(child, line === '' ? depth : depth + 1);
  }

  function isVisible(element: Element): boolean {
    if (
      element.matches('script, style, template, noscript, span[role=presentation]') ||
      element.matches(skipped)
    )
      return false;
    // Without a box of its own, an element counts as hidden, but its children are shown.
    if (getComputedStyle(element).display === 'contents') return true;
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  function describe(element: Element): string {
    if (element.localName === 'svg') return `icon ${hashIcon(element)} ${nameInk(element)}`;
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.nodeValue ?? '')
      .join(' ');
    const words = element.closest('time') === null ? mask(text) : text.trim() && 'time';
    const states = listStates(element);
    const ground = nameColor(getComputedStyle(element).backgroundColor);
    if (words === '' && states.length === 0 && ground === null && !isLandmark(element)) return '';
    const said = words === '' ? [] : [JSON.stringify(words), describeText(element)];
    const isColored = words !== '' || element.matches('input, textarea, select');
    return [
      element.localName,
      ...states,
      ...said,
      isColored ? nameInk(element) : '',
      ground && `on ${ground}`,
    ]
      .filter(Boolean)
      .join(' ');
  }

  function isLandmark(element: Element): boolean {
    return element.matches('main, nav, header, footer, section, form, table, ul, ol, dialog, button, a, img');
  }

  function listStates(element: Element): string[] {
    const states: string[] = [];
    for (const name of [
      'type',
      'role',
      'placeholder',
      'alt',
      'aria-current',
      'aria-expanded',
      'aria-label',
      'title',
    ])
      if (element.hasAttribute(name)) states.push(`${name}=${mask(element.getAttribute(name) ?? '')}`);
    if (element.matches(':disabled')) states.push('disabled');
    if (element.matches(':checked')) states.push('checked');
    if (element.matches(':required')) states.push('required');
    return states.sort();
  }

  function describeText(element: Element): string {
    const { fontSize, fontWeight, textDecorationLine, textTransform } = getComputedStyle(element);
    const extras = [textDecorationLine, textTransform].filter((value) => value !== 'none');
    return [`${Math.round(parseFloat(fontSize))}px`, fontWeight, ...extras].join(' ');
  }

  function nameInk(element: Element): string {
    return nameColor(getComputedStyle(element).color) ?? 'transparent';
  }

  /** Returns a color's token, or else its value; null for no color at all. */
  function nameColor(color: string): string | null {
    if (color === 'rgba(0, 0, 0, 0)') return null;
    return tokens.get(color) ?? (color.startsWith('rgb') ? color : 'a mixture');
  }

  function hashIcon(icon: Element): string {
    let hash = 0;
    for (const character of icon.innerHTML.replace(/\s+|<!--.*?-->/g, ''))
      hash = (hash * 31 + character.charCodeAt(0)) % 65_521;
    return hash.toString(16);
  }

  /** Returns the name of each token by the color that it has on this page. */
  function nameColors(): Map<string, string> {
    const probe = document.body.appendChild(document.createElement('i'));
    const inherited = getComputedStyle(document.body).color;
    const names = new Map([[inherited, 'ink']]);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    for (const rule of rules)
      if (rule instanceof CSSStyleRule && rule.selectorText.includes(':root'))
        for (const name of rule.style) {
          if (!name.startsWith('--') || name.startsWith('--lightningcss')) continue;
          probe.style.color = `var(${name})`;
          const { color } = getComputedStyle(probe);
          // What isn't a color is ignored, and the text's own color shown instead.
          if (color !== inherited && !names.has(color)) names.set(color, name.slice(2));
        }
    probe.remove();
    return names;
  }

  function mask(text: string): string {
    return text
      .replace(/#[\w.-]{20,}/g, '#token')
      .replace(/\bsvc_\w+…\w+/g, 'key')
      .replace(/\b(?:[a-z]{2,9}_[a-z0-9]{10,}|[0-9a-f]{16,})\b/gi, 'id')
      .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g, 'month')
      .replace(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'day')
      .replace(/\b[AP]M\b/g, '')
      .replace(/\d+/g, '0')
      .replace(/month 0(?:, 0)?(?: – (?:month )?0(?:, 0)?)?/g, 'date')
      .replace(/\s+/g, ' ')
      .trim();
  }
}
