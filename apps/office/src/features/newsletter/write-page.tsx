/** An issue is written, tried on oneself, and sent. */
import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { issueSchema } from '@giftlane/contract/office/newsletter.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Preview } from '../../parts/preview.tsx';
import { readAnew } from '../../read-anew.ts';
import { useOperator } from '../../session.ts';

interface Issue {
  readonly sSubject: string;
  readonly sBody: string;
}

/** What is sent can not be called back. */
function Confirm({
  issue,
  readers,
  onClose,
}: {
  issue: Issue;
  readers: number;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const sendIt = async () => {
    const { data } = await send('POST /office/newsletter', { body: issue });
    await readAnew('GET /office/newsletter');
    await navigate(`/newsletter/${data._id}`);
  };
  return (
    <Dialog
      title={text('office.newsletter.sure')}
      intro={text('office.newsletter.sure.hint', { subject: issue.sSubject, count: readers })}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-3">
        <ActionButton look="primary" act={sendIt}>
          {text('office.newsletter.send', { count: readers })}
        </ActionButton>
        <DialogClose>{text('office.cancel')}</DialogClose>
      </div>
    </Dialog>
  );
}

/** Writes an issue. */
export function WriteIssue() {
  const { sEmail } = useOperator();
  const { data } = useQuery(apiQuery('GET /office/newsletter', { query: {} }));
  const readers = data?.nSubscribers ?? 0;
  const [confirmed, confirm] = useState<Issue>();
  const state = useContractForm(issueSchema, { sSubject: '', sBody: '' }, async (issue) =>
    confirm(issue),
  );
  const { form } = state;
  const [sSubject, sBody] = form.watch(['sSubject', 'sBody']);
  const tryIt = async () => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    await send('POST /office/newsletter/try', { body: issueSchema.parse(form.getValues()) });
    toast.success(text('office.newsletter.tried', { email: sEmail }));
  };
  return (
    <Page
      title={text('office.newsletter.write')}
      back={<BackLink to="/newsletter">{text('office.nav.newsletter')}</BackLink>}
    >
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Form
          state={state}
          action={text('office.newsletter.send', { count: readers })}
          waiting={readers === 0}
          beside={<ActionButton act={tryIt}>{text('office.newsletter.try')}</ActionButton>}
        >
          <TextField {...state.field('sSubject')} label={text('office.newsletter.subject')} />
          <TextArea
            {...state.field('sBody')}
            label={text('office.pages.text')}
            help={text('office.pages.text.help')}
            rows={20}
          />
        </Form>
        <Preview label={text('office.pages.preview')} title={sSubject} markdown={sBody} />
      </div>
      {confirmed && (
        <Confirm issue={confirmed} readers={readers} onClose={() => confirm(undefined)} />
      )}
    </Page>
  );
}
