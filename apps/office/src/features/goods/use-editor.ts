import { sendForData } from '@giftlane/client/api.ts';
import { ApiError, isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { readAnew } from '../../read-anew.ts';
import {
  type Brand,
  type Draft,
  draftOf,
  type Edit,
  emptyDraft,
  isSame,
  readDraft,
} from './draft.ts';
import { brandQuery } from './renew.ts';

/** What is said of the last try to save. */
interface Said {
  /** What is wrong, by field. */
  readonly errors: ReadonlyMap<string, string>;
  readonly problem: string;
  /** What somebody else has saved meanwhile. */
  readonly theirs?: Brand;
}

const nothing: Said = { errors: new Map(), problem: '' };

async function create(body: Edit & { sSlug: string }): Promise<string> {
  const { _id } = await sendForData('POST /office/brands', { body });
  await readAnew('GET /office/brands');
  return _id;
}

async function update({ _id: id, nRevision }: Brand, edit: Edit): Promise<Brand> {
  const body = { ...edit, nRevision };
  const saved = await sendForData('PUT /office/brands/{id}', { params: { id }, body });
  queryClient.setQueryData(brandQuery(id).queryKey, saved);
  void readAnew('GET /office/brands');
  return saved;
}

const fieldsOf = (error: unknown) =>
  new Map(
    error instanceof ApiError ? error.fields.map(({ field, message }) => [field, message]) : [],
  );

/** The state of editing a brand: what is typed, what is stored, and what somebody else has saved meanwhile. */
export function useEditor(brand: Brand | undefined) {
  const navigate = useNavigate();
  const [stored, setStored] = useState(brand);
  const base = stored ? draftOf(stored) : emptyDraft;
  const [draft, setDraft] = useState<Draft>(base);
  const [slug, setSlug] = useState('');
  const [from, setFrom] = useState('');
  const [said, say] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const acting = useRef(false);

  /** What is stored now becomes what is edited, unless somebody else has changed it: then both are offered. */
  const meet = async (id: string) => {
    const theirs = await queryClient.fetchQuery({ ...brandQuery(id), staleTime: 0 });
    if (isSame(draftOf(theirs), base)) setStored(theirs);
    else say({ ...nothing, problem: text('error.brandChanged'), theirs });
  };
  const send = async () => {
    const read = readDraft(draft, base, from);
    if ('errors' in read) return say({ ...nothing, errors: read.errors });
    if (!stored) return navigate(`/catalogue/${await create({ ...read.edit, sSlug: slug })}`);
    const saved = await update(stored, read.edit);
    setStored(saved);
    setDraft(draftOf(saved));
    setFrom('');
    toast.success(text('office.goods.saved'));
  };
  const save = async () => {
    if (acting.current) return;
    acting.current = true;
    setBusy(true);
    say(nothing);
    try {
      await send();
    } catch (error) {
      say({ errors: fieldsOf(error), problem: messageOf(error) });
      if (stored && isRefusal(error, 'catalog.changed')) await meet(stored._id);
    } finally {
      acting.current = false;
      setBusy(false);
    }
  };
  return {
    stored,
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    slug: { value: slug, set: setSlug },
    from: { value: from, set: setFrom },
    ...said,
    busy,
    save,
    /** Goes on from what somebody else has saved: with it, or over it. */
    goOn: (theirs: Brand, keepMine: boolean) => {
      setStored(theirs);
      if (!keepMine) setDraft(draftOf(theirs));
      say(nothing);
    },
    /** After prices were called off. */
    renew: async () => stored && meet(stored._id),
  };
}

export type EditorState = ReturnType<typeof useEditor>;
