import { expect, type Locator, type Page } from '@playwright/test';
import { plainPdf } from '../support/envelopes.ts';

export const PASSWORD = 'correct horse battery';
let accounts = 0;

/**
 * Creates an organization with the call that the sign-up page makes, which takes half as long as through the
 * page, and ends on its empty list. Returns the address to sign in with.
 */
export async function signUp(page: Page): Promise<string> {
  const email = `sender${(accounts += 1)}@acme.example`;
  const data = { organization: 'Acme Legal GmbH', name: 'Grace Hopper', email, password: PASSWORD };
  const made = await page.request.post('/api/auth/sign-up', { data });
  expect(made.status()).toBe(201);
  await page.goto('/envelopes');
  return email;
}

/** Chooses a password instead of a passkey on the sign-up page, and submits it. */
export async function createWithPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create organization', exact: true }).click();
}

/** Gives a tab's browser an authenticator that creates and uses passkeys without prompting. */
export async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Uploads a two-page PDF, and waits until it has been read and the editor is open. */
export async function upload(page: Page, name = 'Lease.pdf', bytes?: Uint8Array): Promise<void> {
  await openNew(page);
  const buffer = Buffer.from(bytes ?? (await plainPdf(2)));
  await page.getByLabel('Document file').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Place fields' }).click();
  await page.waitForURL('**/edit');
  await editorReady(page);
}

/** Opens the page of a new envelope, and waits until it has restored earlier work. */
export async function openNew(page: Page): Promise<void> {
  await page.goto('/envelopes/new');
  await page.locator('[data-ready="true"]').waitFor();
}

/** Chooses an action from a person's or a file's menu. */
export async function fromMenu(page: Page, name: string, action: string): Promise<void> {
  // A summary's text isn't its accessible name in every browser.
  await page.locator('summary', { hasText: `More actions for ${name}` }).press('Enter');
  await page.getByRole('button', { name: action, exact: true }).press('Enter');
}

/** Drags a handle to the middle of another element, or to a fraction of its height. */
export async function dragOnto(page: Page, handle: Locator, onto: Locator, share = 0.5): Promise<void> {
  const [from, to] = [await boxOf(handle), await boxOf(onto)];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height * share, { steps: 8 });
  await page.mouse.up();
}

/** Waits until the first page is drawn. */
export async function editorReady(page: Page): Promise<void> {
  await page.locator('[data-page="1"] canvas').waitFor();
}

/** Adds a participant by keyboard. An empty address is skipped. */
export async function addParticipant(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Add recipient' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  if (email !== '') await page.keyboard.type(email);
}

/** Returns the palette's button for a field type. */
export function palette(page: Page, type: string): Locator {
  return page
    .getByRole('group', { name: 'Fields to place' })
    .getByRole('button', { name: type, exact: true });
}

/** Drags a type from the palette to a point on a page, in fractions. */
export async function dragOntoPage(
  page: Page,
  type: string,
  at: { page: number; x: number; y: number },
): Promise<void> {
  const from = await boxOf(palette(page, type));
  const onto = await boxOf(page.locator(`[data-page="${at.page}"]`));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(onto.x + onto.width * at.x, onto.y + onto.height * at.y, { steps: 6 });
  await page.mouse.up();
}

/** Presses inside an element, moves by a distance in pixels, and releases. */
export async function dragBy(page: Page, element: Locator, dx: number, dy: number): Promise<void> {
  const box = await boxOf(element);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 6 });
  await page.mouse.up();
}

/** Returns an element's position, in pixels of the window. */
export async function boxOf(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element has no box');
  return box;
}

/** Returns the placed fields whose description starts like this. */
export function placed(page: Page, description: RegExp | string = ''): Locator {
  return page.locator('[id^="field-"]').and(page.getByRole('button', { name: description }));
}

/** Waits until the editor says that everything is saved. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved');
}

/** Opens the latest email to an address in the outbox, and returns its first link. */
async function findMailLink(page: Page, to: string): Promise<Locator> {
  const mail = page.getByRole('listitem').filter({ hasText: to }).getByRole('link').first();
  await expect(async () => {
    await page.goto('/outbox');
    await expect(mail).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 20_000 });
  await mail.click();
  return page.frameLocator('iframe').getByRole('link').first();
}

/** Waits for an email to an address in the outbox, opens the newest one, and follows its button. */
export async function followMail(page: Page, to: string): Promise<Page> {
  const link = await findMailLink(page, to);
  const opened = page.context().waitForEvent('page');
  await link.click();
  return opened;
}

/**
 * Returns the address behind the first link of the latest email. A page that was opened with it no longer
 * shows its token, so only the email can be passed on.
 */
export async function readMailLink(page: Page, to: string): Promise<string> {
  return (await (await findMailLink(page, to)).getAttribute('href')) ?? '';
}

/** Chooses an action from the menu of a page. */
export async function fromPageMenu(page: Page, name: string): Promise<void> {
  await page.locator('main').getByText('More', { exact: true }).first().click();
  const exact = { name, exact: true };
  await page.getByRole('button', exact).or(page.getByRole('link', exact)).click();
}

/** Returns a short message at the bottom of the page. */
export function toast(page: Page, text: string): Locator {
  return page.locator('[aria-live="polite"]').getByRole('listitem').filter({ hasText: text });
}
