/** Covers the screen of an operator who is away, until they give password and code. What they typed stays below. */
import { send, sendForData } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { signIn } from '@giftlane/contract/office/session.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { PasswordField } from '@giftlane/ui/form/field.tsx';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { CodeField } from '../features/entry/code-field.tsx';
import { isIdle, lock, watchInput } from '../idle.ts';
import { beginSession, type Operator, useOperator } from '../session.ts';

/** A cancelled Escape does not close a dialog (HTML Standard, close requests); between two of them the page would be open. */
const stop = (event: Event) => {
  event.stopPropagation();
  if (event instanceof KeyboardEvent && event.key === 'Escape') event.preventDefault();
};

/** Above everything, dialogs too; the page below hears neither keys nor presses. */
function cover(dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  dialog.showModal();
  for (const name of ['keydown', 'pointerdown', 'mousedown']) dialog.addEventListener(name, stop);
}

/** Goes on after a sign-in; somebody else begins anew. */
function unlock(known: Operator, now: Operator) {
  beginSession(now);
  if (now._id !== known._id) return location.reload();
  lock.write(false);
  void queryClient.invalidateQueries();
}

function Ask({ operator }: { operator: Operator }) {
  const empty = { sEmail: operator.sEmail, sPassword: '', sCode: '' };
  const state = useContractForm(signIn.body, empty, async (body) => {
    unlock(operator, (await send('POST /office/session', { body })).data);
  });
  useEffect(() => {
    void send('DELETE /office/session', {}).catch(() => undefined);
    // Another tab may be unlocked first.
    const look = async () => {
      if (isIdle()) return;
      const now = await sendForData('GET /office/session', {}).catch(() => undefined);
      if (now) unlock(operator, now);
    };
    const onFocus = () => void look();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [operator]);
  return (
    <dialog
      ref={cover}
      // biome-ignore lint/a11y/noRedundantRoles: keys of pages look for it.
      role="dialog"
      tabIndex={-1}
      aria-label={text('office.locked')}
      onClose={(event) => event.currentTarget.showModal()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-paper text-ink"
    >
      <div className="mx-auto max-w-form px-4 py-12">
        <h1 className="text-28 tracking-tighter">{text('office.locked')}</h1>
        <p className="mt-1 mb-6 text-soft">{text('office.locked.text')}</p>
        <Form
          state={state}
          action={text('office.unlock')}
          beside={
            <Button look="quiet" onClick={() => location.assign('/sign-in')}>
              {text('office.somebodyElse')}
            </Button>
          }
        >
          <input type="hidden" autoComplete="username" value={operator.sEmail} readOnly />
          <PasswordField
            {...state.field('sPassword')}
            label={text('office.password')}
            autoComplete="current-password"
          />
          <CodeField {...state.field('sCode')} />
        </Form>
      </div>
    </dialog>
  );
}

/** The lock of the frame. */
export function Lock() {
  const operator = useOperator();
  const locked = useSyncExternalStore(lock.subscribe, lock.read);
  useEffect(watchInput, []);
  // Beside the page, which an open dialog hides from whoever can not see.
  return locked ? createPortal(<Ask operator={operator} />, document.body) : null;
}
