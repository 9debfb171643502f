import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { contactSchema } from '@giftlane/contract/members/contact.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { draftsOf } from '../../session/drafts.ts';
import { useMember } from '../../session/member.ts';
import { sessionKeys } from '../../session/storage.ts';

const messageDrafts = draftsOf(
  sessionKeys.contact,
  objectOf({ sEmail: isText, sFullName: isText, sSubject: isText, sMessage: isText }),
);

/** The contact form (CONT-01, CONT-03 to CONT-06); a member's name and e-mail are filled in. */
export function ContactForm() {
  const member = useMember();
  const empty = {
    sEmail: member?.sEmail ?? '',
    sFullName: member?.sFullName ?? '',
    sSubject: '',
    sMessage: '',
  };
  const [params] = useSearchParams();
  // A honeypot: the field is hidden, and the server files a message with it as spam.
  const [website, fillWebsite] = useState('');
  const owner = member?._id ?? '';
  const [initial] = useState(() => {
    const kept = messageDrafts.read(owner);
    const [order, serial] = [params.get('order'), params.get('serial')];
    // Of the mail that answered an earlier message.
    const reference = params.get('reference');
    if (reference) return { ...empty, ...kept, sSubject: `[#${reference.slice(0, 16)}]` };
    if (!order || !serial) return kept ?? empty;
    // A report of a faulty code precedes the draft.
    const about = text('contact.code.message', { order, serial });
    const typed = kept?.sMessage ?? '';
    const sMessage = typed.startsWith(about) ? typed : about + typed;
    return { ...empty, ...kept, sSubject: text('contact.code.subject', { order }), sMessage };
  });
  const state = useContractForm(contactSchema, initial, async (values) => {
    const body = website === '' ? values : { ...values, sWebsite: website };
    const answer = await send('POST /contact-us', { body });
    toast.success(answer.message);
    state.form.reset(empty);
    messageDrafts.forget();
  });
  const { form } = state;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { sFullName = '', sSubject = '', sEmail, sMessage } }) =>
          messageDrafts.keep(owner, { sEmail, sFullName, sSubject, sMessage }),
      }),
    [form, owner],
  );
  return (
    <Form state={state} action={text('contact.send')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...state.field('sFullName')}
          label={text('contact.fullName')}
          optional
          autoComplete="name"
        />
        <TextField
          {...state.field('sEmail')}
          label={text('contact.email')}
          type="email"
          autoComplete="email"
        />
      </div>
      <TextField {...state.field('sSubject')} label={text('contact.subject')} optional />
      <TextArea
        {...state.field('sMessage')}
        label={text('contact.message')}
        rows={8}
        help={text('contact.message.help')}
      />
      <div className="sr-only" aria-hidden="true">
        <label>
          {text('contact.website')}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={website}
            onChange={(event) => fillWebsite(event.target.value)}
          />
        </label>
      </div>
    </Form>
  );
}
