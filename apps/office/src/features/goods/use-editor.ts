import { sendForData } from '@giftlane/client/api.ts';
import { ApiError, isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { readAnew } from '../../read-anew.ts';
import { type Brand, type Draft, draftOf, emptyDraft, mergeDraft, readDraft } from './draft.ts';
import { brandQuery } from './renew.ts';

const nothing: ReadonlyMap<string, string> = new Map();

/** The state of editing a brand: what is typed, what is stored, and what somebody else has saved meanwhile. */
export function useEditor(brand: Brand | undefined) {
  const navigate = useNavigate();
  const [stored, setStored] = useState(brand);
  const base = stored ? draftOf(stored) : emptyDraft;
  const [draft, setDraft] = useState<Draft>(base);
  const [slug, setSlug] = useState('');
  const [from, setFrom] = useState('');
  const [errors, setErrors] = useState(nothing);
  const [theirs, setTheirs] = useState<ReadonlyMap<string, string>>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const acting = useRef(false);

  const takeTheirs = async (id: string) => {
    const newest = await queryClient.fetchQuery({ ...brandQuery(id), staleTime: 0 });
    const merged = mergeDraft(draft, base, draftOf(newest));
    setStored(newest);
    setDraft(merged.draft);
    setTheirs(merged.clashes);
  };
  const send = async () => {
    const read = readDraft(draft, base, from);
    if ('errors' in read) return setErrors(read.errors);
    if (!stored) {
      const body = { ...read.edit, sSlug: slug };
      const { _id } = await sendForData('POST /office/brands', { body });
      await readAnew('GET /office/brands');
      return navigate(`/catalogue/${_id}`);
    }
    const params = { id: stored._id };
    const body = { ...read.edit, nRevision: stored.nRevision };
    const saved = await sendForData('PUT /office/brands/{id}', { params, body });
    queryClient.setQueryData(brandQuery(stored._id).queryKey, saved);
    void readAnew('GET /office/brands');
    setStored(saved);
    setDraft(draftOf(saved));
    setFrom('');
    toast.success(text('office.goods.saved'));
  };
  const save = async () => {
    if (acting.current) return;
    acting.current = true;
    setBusy(true);
    setErrors(nothing);
    setProblem('');
    setTheirs(undefined);
    try {
      await send();
    } catch (error) {
      if (stored && isRefusal(error, 'catalog.changed')) await takeTheirs(stored._id);
      else if (error instanceof ApiError && error.fields.length > 0)
        setErrors(new Map(error.fields.map(({ field, message }) => [field, message])));
      setProblem(messageOf(error));
    } finally {
      acting.current = false;
      setBusy(false);
    }
  };
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return {
    stored,
    base,
    draft,
    change,
    slug: { value: slug, set: setSlug },
    from: { value: from, set: setFrom },
    errors,
    theirs,
    problem,
    busy,
    save,
    /** Takes over what is stored now, such as prices that were called off. */
    renew: async () => stored && takeTheirs(stored._id),
  };
}

export type EditorState = ReturnType<typeof useEditor>;
