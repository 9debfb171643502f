import { send } from '@giftlane/client/api.ts';
import { ApiError, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useMember } from '../../session/member.ts';

/** The server's rules and words alone: the form of the home page carries no schema. */
function useSubscribing() {
  return useMutation({
    mutationFn: (sEmail: string) => send('POST /newsletter', { body: { sEmail } }),
    meta: { quiet: true },
  });
}

function Asked({ message }: { message: string }) {
  return (
    <div className="flex gap-4">
      <MailCheck aria-hidden="true" className="mt-1 size-6 shrink-0 text-leaf" />
      <div>
        <p className="font-semibold">{text('newsletter.asked')}</p>
        <p className="mt-1 text-soft">{message}</p>
      </div>
    </div>
  );
}

/** The newsletter: an address now, a press on a link in the mail afterwards (HOME-08). */
export function Newsletter() {
  const member = useMember();
  const [email, type] = useState(member?.sEmail ?? '');
  const { mutate, data, error, isPending, reset } = useSubscribing();
  const refused = error instanceof ApiError && error.fields.length > 0;
  // Known at once: a second press may come before anything is drawn.
  const sending = useRef(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const field = event.currentTarget.querySelector('input');
    // Some password managers write without events.
    mutate(field?.value ?? email, {
      // The button is about to close, and the focus would be nowhere.
      onError: () => field?.focus(),
      onSettled: () => {
        sending.current = false;
      },
    });
  };
  return (
    <section
      aria-labelledby="newsletter-title"
      className="rounded-panel border border-line bg-surface p-6"
    >
      <h3 id="newsletter-title" className="text-21">
        {text('home.news.title')}
      </h3>
      <p className="mt-2 mb-6 text-soft">{text('home.news.text')}</p>
      <div>
        {/* Always there, so that the answer is announced when it appears. */}
        <div aria-live="polite">{data && <Asked message={data.message} />}</div>
        {!data && (
          // Leads nowhere by itself: before the shop can act on it, an address would end up in that of the page.
          <form method="dialog" noValidate onSubmit={submit}>
            <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
              <TextField
                label={text('newsletter.email')}
                type="email"
                name="email"
                autoComplete="email"
                value={email}
                onChange={(event) => {
                  type(event.target.value);
                  if (error) reset();
                }}
                help={text('newsletter.promise')}
                error={error ? messageOf(error) : undefined}
              />
              {/* Closed while its field is wrong (GLOB-10); after a lost connection it can be pressed again. */}
              <Button type="submit" busy={isPending} disabled={refused} className="beside-field">
                {text('newsletter.action')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </section>
  );
}
