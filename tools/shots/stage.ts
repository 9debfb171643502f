/** Prepares a page for a screen's state: stubs calls, types and presses. */
import { type ErrorCode, refusalText, statusOf } from '@giftlane/contract/errors.ts';
import type { Locator, Page, Request, Route } from 'playwright-core';
import type { Screen } from './screen.ts';

interface Facts {
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  readonly data?: unknown;
}

export type State = 'done' | 'waiting' | 'failed' | 'empty' | 'errors' | 'sending' | 'refused';

/** States that apply to a screen. */
export const statesOf = ({ calls, empty, sends }: Screen): State[] => [
  'done',
  ...(calls ? (['waiting', 'failed'] as const) : []),
  ...(calls && empty ? (['empty'] as const) : []),
  ...(sends?.fill ? (['errors'] as const) : []),
  ...(sends?.call ? (['sending', 'refused'] as const) : []),
];

/** Merges stubbed fields into the real reply; a list gets the stub's length. */
function retold(truth: unknown, told: unknown): unknown {
  if (Array.isArray(told)) {
    const [known = []] = [truth].filter(Array.isArray);
    return told.map((one, index) => retold(known[index] ?? known[0], one));
  }
  if (typeof told !== 'object' || told === null) return told;
  const known = Object(truth);
  const fields = Object.entries(told).map(([name, one]) => [name, retold(known[name], one)]);
  return { ...known, ...Object.fromEntries(fields) };
}

/** Stubs a call. Only reads reach the shop; other calls get the stub alone, so that nothing changes. */
async function tell(route: Route, told: unknown): Promise<void> {
  const read = route.request().method() === 'GET';
  const envelope = read ? await (await route.fetch()).json() : { message: '' };
  const data = retold(envelope.data, told);
  const total = Array.isArray(data) && {
    totalCount: data.length && Math.max(data.length, envelope.totalCount ?? 0),
  };
  const json = { ...envelope, ...total, status: 200, data };
  await route.fulfill({ status: 200, json });
}

/** Refuses a call with the server's status and message. */
function refuse(route: Route, code: ErrorCode, { facts, data = null }: Facts): Promise<void> {
  const status = statusOf(code);
  return route.fulfill({
    status,
    json: { status, message: refusalText(code, facts), data, code },
  });
}

/** Stubs the calls of a screen in a state. */
export async function stage(page: Page, screen: Screen, state: State): Promise<void> {
  const { calls, empty, sends, told = [], refuses = [], script } = screen;
  if (script) await page.addInitScript(script);
  if (screen.away === 'person') await page.clock.install();
  for (const [call, data] of told) await page.route(call, (route) => tell(route, data));
  for (const [call, code, data = null] of refuses)
    await page.route(call, (route) => refuse(route, code, { data }));
  if (calls && (state === 'waiting' || state === 'failed' || state === 'empty')) {
    await page.route(calls, (route) => {
      if (state === 'waiting') return;
      const failed = { status: 500, message: 'Server error', data: null, code: 'server.fault' };
      const body = state === 'failed' ? failed : { status: 200, message: '', ...empty };
      return route.fulfill({ status: body.status, json: body });
    });
  }
  if (sends?.call && (state === 'sending' || state === 'refused')) {
    await page.route(sends.call, (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      if (state === 'sending') return;
      const { refusal = 'server.fault', facts, refusedWith: data = null } = sends;
      return refuse(route, refusal, { facts, data });
    });
  }
}

/** The open dialog, else the page. */
async function front(page: Page): Promise<Page | Locator> {
  const dialog = page.getByRole('dialog').last();
  return (await dialog.isVisible()) ? dialog : page;
}

/**
 * Presses buttons, tabs and choices by name: `main >> Sign in` is inside `main`, `Reveal …` matches a prefix.
 * Waits for a disabled one, or skips it with `mayBeDisabled`.
 */
async function press(page: Page, names: readonly string[], mayBeDisabled = false): Promise<void> {
  for (const name of names) {
    const [inner = '', within] = name.split(' >> ').reverse();
    const place = within ? page.getByRole('main') : await front(page);
    const begins = inner.endsWith('…') && new RegExp(`^${inner.slice(0, -1)}`);
    const named = begins ? { name: begins } : { name: inner, exact: true };
    // A RegExp, as strings ignore case: a field's label may equal its button's but for the case.
    const label = place.locator('label', { hasText: begins || new RegExp(inner) });
    const tab = place.getByRole('tab', named);
    const button = place.getByRole('button', named).or(label).or(tab).first();
    if (mayBeDisabled && (await button.isDisabled())) continue;
    await button.click();
    await page.waitForTimeout(150);
  }
}

/** Fills fields by label; `empty` clears and blurs them. */
async function fill(page: Page, fields: Readonly<Record<string, string>>, empty: boolean) {
  const place = await front(page);
  for (const [label, value] of Object.entries(fields)) {
    const field = place.getByLabel(label, { exact: true }).first();
    const isChoice = (await field.evaluate(({ tagName }) => tagName)) === 'SELECT';
    if (!isChoice) await field.fill(empty ? '' : value);
    else if (!empty) await field.selectOption(value);
    if (empty) await field.blur();
  }
}

/** Performs the interactions that lead to the state. */
export async function act(page: Page, screen: Screen, state: State): Promise<void> {
  const { press: pressed = [], sends, away } = screen;
  if (state === 'waiting' || state === 'failed' || state === 'empty') return;
  if (away === 'person') {
    await page.waitForTimeout(600); // Scrolling counts as activity.
    await page.clock.fastForward('15:05');
  }
  if (away === 'network') await page.context().setOffline(true);
  for (const step of pressed) {
    if (typeof step === 'string') await press(page, [step]);
    else await fill(page, step, false);
  }
  if (!sends || state === 'done') return;
  await page.waitForTimeout(200);
  await fill(page, sends.fill ?? {}, state === 'errors');
  const ofCall = (one: Request): boolean =>
    one.method() !== 'GET' && sends.call?.test(one.url()) === true;
  const sent =
    state === 'errors' || !sends.press
      ? undefined
      : state === 'sending'
        ? page.waitForRequest(ofCall)
        : page.waitForResponse((reply) => ofCall(reply.request()));
  // Some forms disable their button while invalid: errors then show on blur.
  await Promise.all([sent, press(page, sends.press ?? [], state === 'errors')]);
}
