/** Prepared answers: kept, changed and deleted. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { putPrepared } from '@giftlane/contract/office/messages.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../parts/action-button.tsx';
import { readAnew } from '../../read-anew.ts';

type Prepared = Answer<'GET /office/prepared-answers'>['data'][number];

const listed = apiQuery('GET /office/prepared-answers', {});

function Item({ prepared, onEdit }: { prepared: Prepared; onEdit: () => void }) {
  const { _id: id, sTitle } = prepared;
  return (
    <li className="flex items-center gap-2 border-b border-line py-1">
      <span className="min-w-0 grow truncate">{sTitle}</span>
      <Button size="small" look="quiet" onClick={onEdit}>
        {text('office.edit')}
      </Button>
      <ActionButton
        size="small"
        look="danger"
        act={() => send('DELETE /office/prepared-answers/{id}', { params: { id } })}
        changes={['GET /office/prepared-answers']}
      >
        {text('office.delete')}
      </ActionButton>
    </li>
  );
}

function PreparedForm({ prepared, onKept }: { prepared: Prepared; onKept: () => void }) {
  const { _id: id, sTitle, sWords } = prepared;
  const state = useContractForm(putPrepared.body, { sTitle, sWords }, async (body) => {
    await send('PUT /office/prepared-answers/{id}', { params: { id }, body });
    await readAnew('GET /office/prepared-answers');
    onKept();
  });
  return (
    <Form state={state} action={text('office.messages.keep')}>
      <TextField {...state.field('sTitle')} label={text('office.messages.title')} maxLength={100} />
      <TextArea
        {...state.field('sWords')}
        label={text('office.messages.words')}
        rows={6}
        maxLength={5_000}
      />
    </Form>
  );
}

const fresh = (sWords: string): Prepared => ({ _id: crypto.randomUUID(), sTitle: '', sWords });

/** Begins with what is typed into the answer. */
export function PreparedDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const { data = [] } = useQuery(listed);
  const [edited, edit] = useState(() => fresh(words));
  return (
    <Dialog title={text('office.messages.prepared')} onClose={onClose}>
      <ul className="mb-5 max-h-60 overflow-y-auto">
        {data.map((prepared) => (
          <Item key={prepared._id} prepared={prepared} onEdit={() => edit(prepared)} />
        ))}
      </ul>
      <PreparedForm key={edited._id} prepared={edited} onKept={() => edit(fresh(''))} />
    </Dialog>
  );
}
