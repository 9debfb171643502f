/** Impatient people press twice: what a button or a form does is done once. */
import type { FormEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { useContractForm } from './form/form.tsx';
import { useAction } from './use-action.ts';

/** A deed that is under way until it is let go, and once more from then on. */
function held() {
  const waiting: Array<() => void> = [];
  const act = vi.fn(() => new Promise<void>((done) => waiting.push(done)));
  const letGo = () => {
    for (const done of waiting.splice(0)) done();
  };
  return { act, letGo };
}

/** What a component is given by its hook, without a page around it. */
function given<T>(use: () => T): T {
  const found: T[] = [];
  function Probe() {
    found.push(use());
    return null;
  }
  renderToString(<Probe />);
  const [first] = found;
  if (!first) throw new Error('nothing was drawn');
  return first;
}

test('two presses of a button are one deed; once that is done, it can be done again', async () => {
  const { act, letGo } = held();
  const { onClick } = given(() => useAction(act));
  onClick({ detail: 1 });
  onClick({ detail: 1 });
  expect(act).toHaveBeenCalledOnce();
  letGo();
  await new Promise((done) => setTimeout(done, 0));
  onClick({ detail: 1 });
  expect(act).toHaveBeenCalledTimes(2);
});

test('two presses of a form’s button are one request; once that is answered, it can be sent again', async () => {
  const { act, letGo } = held();
  const schema = z.object({ sEmail: z.string() });
  const form = given(() => useContractForm(schema, { sEmail: 'vera@example.com' }, act));
  const event = { preventDefault: () => undefined, currentTarget: { querySelectorAll: () => [] } };
  const press = () => form.submit(event as unknown as FormEvent<HTMLFormElement>);
  press();
  press();
  // What was typed is checked before it is sent.
  await vi.waitFor(() => expect(act).toHaveBeenCalled());
  press();
  await new Promise((done) => setTimeout(done, 50));
  expect(act).toHaveBeenCalledOnce();
  letGo();
  await vi.waitFor(() => {
    press();
    expect(act).toHaveBeenCalledTimes(2);
  });
});
