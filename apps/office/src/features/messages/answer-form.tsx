/** The answer to a thread, typed or prepared; it goes in ten seconds. */
import { send } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { SelectField, TextArea } from '@giftlane/ui/form/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { KeyButton } from '../../queue/decision-foot.tsx';
import { KeyHint } from '../../queue/key-hint.tsx';
import { useKeys } from '../../queue/keys.ts';
import { useCase } from '../../queue/queue-page.tsx';
import { PreparedDialog } from './prepared-dialog.tsx';
import { subjectOf, type Thread } from './thread.ts';

const mostLetters = 5_000;

/** Answers by thread: what was typed stays after a refusal and while other threads are looked at. */
const drafts = new Map<string, string>();

function useAnswer(thread: Thread) {
  const { _id: id, nMoves } = thread;
  const { decide } = useCase();
  const [words, setWords] = useState(drafts.get(id) ?? '');
  const type = (typed: string) => {
    setWords(typed);
    drafts.set(id, typed);
  };
  const subject = subjectOf(thread);
  const answer = () => {
    const sWords = words.trim();
    if (sWords === '') return;
    decide({
      label: text('office.messages.answered', { subject }),
      send: async (keepalive) => {
        const body = { sWords, nMoves };
        await send('POST /office/messages/{id}/answers', { params: { id }, body, keepalive });
        drafts.delete(id);
      },
    });
  };
  const close = () =>
    decide({
      label: text('office.messages.closed', { subject }),
      send: (keepalive) => {
        const body = { eState: 'closed', nMoves } as const;
        return send('PUT /office/messages/{id}/state', { params: { id }, body, keepalive });
      },
    });
  return { words, type, answer, close };
}

/** Keys: `a` to type an answer, Ctrl and Enter to send it, `c` to close the thread without one. */
export function AnswerForm({ thread }: { thread: Thread }) {
  const { holder } = useCase();
  const { words, type, answer, close } = useAnswer(thread);
  const [preparing, setPreparing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: prepared = [] } = useQuery(apiQuery('GET /office/prepared-answers', {}));
  const shut = holder !== '';
  const isClosed = thread.eState === 'closed';
  useKeys(shut ? {} : { a: () => field.current?.focus(), ...(!isClosed && { c: close }) });
  const insert = (id: string) => {
    const chosen = prepared.find(({ _id }) => _id === id);
    if (!chosen) return;
    type(words.trim() === '' ? chosen.sWords : `${words.trimEnd()}\n\n${chosen.sWords}`);
    field.current?.focus();
  };
  return (
    <>
      <form
        className="mt-5 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          answer();
        }}
      >
        <TextArea
          ref={field}
          label={text('office.messages.answer')}
          help={text('office.messages.answer.help', { email: thread.sEmail })}
          rows={5}
          maxLength={mostLetters}
          value={words}
          disabled={shut}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur();
            if (key === 'Enter' && (ctrlKey || metaKey)) answer();
          }}
        />
        <div className="flex flex-wrap items-end gap-3">
          <Button type="submit" look="primary" disabled={shut || words.trim() === ''}>
            {text('office.messages.send')} <KeyHint>Ctrl ↵</KeyHint>
          </Button>
          {!isClosed && (
            <KeyButton press="c" disabled={shut} onClick={close}>
              {text('office.messages.close')}
            </KeyButton>
          )}
          <div className="min-w-48 grow sm:max-w-72">
            <SelectField
              label={text('office.messages.prepared')}
              value=""
              disabled={shut || prepared.length === 0}
              onChange={({ target }) => insert(target.value)}
            >
              <option value="">{text('office.messages.choose')}</option>
              {prepared.map(({ _id, sTitle }) => (
                <option key={_id} value={_id}>
                  {sTitle}
                </option>
              ))}
            </SelectField>
          </div>
          <Button look="quiet" onClick={() => setPreparing(true)}>
            {text('office.messages.edit')}
          </Button>
        </div>
      </form>
      {preparing && <PreparedDialog words={words} onClose={() => setPreparing(false)} />}
    </>
  );
}
