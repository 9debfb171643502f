import { send } from '@giftlane/client/api.ts';
import { ApiError, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useMember } from '../../session/member.ts';

/** Not `useContractForm`: the home page does without the schema library, the server validates. */
function useSubscribe() {
  return useMutation({
    mutationFn: (sEmail: string) => send('POST /newsletter', { body: { sEmail } }),
    meta: { quiet: true },
  });
}

function MailSent({ message }: { message: string }) {
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

function SubscribeForm({ subscribing }: { subscribing: ReturnType<typeof useSubscribe> }) {
  const member = useMember();
  const [email, setEmail] = useState(member?.sEmail ?? '');
  const { mutate, error, isPending, reset } = subscribing;
  const isRefused = error instanceof ApiError && error.fields.length > 0;
  // A ref: a second press may come before the next rendering.
  const sending = useRef(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const field = event.currentTarget.querySelector('input');
    // The field's own value: some password managers fill it without events.
    mutate(field?.value ?? email, {
      // The button may become disabled and lose the focus.
      onError: () => field?.focus(),
      onSettled: () => {
        sending.current = false;
      },
    });
  };
  return (
    // `dialog` keeps the address out of the URL when it is submitted before React handles it.
    <form method="dialog" noValidate onSubmit={submit}>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label={text('newsletter.email')}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            if (error) reset();
          }}
          help={text('newsletter.promise')}
          error={error ? messageOf(error) : undefined}
        />
        {/* Disabled while its field is wrong (GLOB-10), not after a lost connection. */}
        <Button type="submit" busy={isPending} disabled={isRefused} className="beside-field">
          {text('newsletter.action')}
        </Button>
      </div>
    </form>
  );
}

/** Subscribes to the newsletter; a link in a mail confirms it (HOME-08). */
export function Newsletter() {
  const subscribing = useSubscribe();
  const { data } = subscribing;
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
        {/* Always rendered, so that screen readers announce what appears in it. */}
        <div aria-live="polite">{data && <MailSent message={data.message} />}</div>
        {!data && <SubscribeForm subscribing={subscribing} />}
      </div>
    </section>
  );
}
