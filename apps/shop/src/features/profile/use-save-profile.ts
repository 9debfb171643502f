import { send, sendForData } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { profileSchema } from '@giftlane/contract/members/profile.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import type * as z from 'zod';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { storeMember } from '../../rooms/people/store-member.ts';
import { useGoOn } from '../../session/use-go-on.ts';

type Values = z.output<typeof profileSchema>;

/** Saves the picture, then the profile, for which the server may ask a proof. */
export function useSaveProfile(member: User, picture: string, onSaved: () => void) {
  const goOn = useGoOn();
  const [pictureError, setPictureError] = useState<string>();
  const proof = useProof({
    title: text('profile.prove.title'),
    intro: text('profile.prove.intro'),
    action: text('profile.prove.action'),
  });

  /** Whether the picture is as chosen; a refusal is shown at its field. */
  const savePicture = async () => {
    if (picture === member.sProfilePicture) return true;
    try {
      const body = { sProfilePicture: picture };
      await storeMember(await sendForData('POST /set/sProfilePicture', { body }));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
      setPictureError(error.message);
      return false;
    }
  };
  const saveValues = async (values: Values) => {
    const answer = await send('PUT /updateprofile', { body: values });
    onSaved();
    await storeMember(answer.data);
    toast.success(answer.message);
    await goOn('/account/profile');
  };
  return {
    pictureError,
    forgetPictureError: () => setPictureError(undefined),
    proof: proof.dialog,
    async save(values: Values) {
      if (await savePicture()) await proof.run(() => saveValues(values));
    },
  };
}
