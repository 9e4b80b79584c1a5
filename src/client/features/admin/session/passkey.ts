import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, toApiError } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';

/** Requires https, except on localhost. */
export const hasPasskeys = () => browserSupportsWebAuthn();

export function usePasskeySignIn(onSuccess: () => void) {
  const { client } = trpc.useUtils();
  return useMutation({
    mutationFn: async () => {
      const options = await client.passkeys.askToSignIn.mutate();
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      await client.passkeys.signIn.mutate({
        credential: toContract(await startAuthentication({ optionsJSON })),
      });
    },
    onSuccess,
  });
}

export function useAddPasskey(onSuccess: () => void) {
  const { client } = trpc.useUtils();
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await client.passkeys.askToAdd.mutate();
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = toContract(await startRegistration({ optionsJSON }));
      return client.passkeys.add.mutate({ name, credential });
    },
    onSuccess,
  });
}

/** Drops fields that the contract does not type. */
function toContract(answer: AuthenticationResponseJSON | RegistrationResponseJSON) {
  return { ...answer, response: { ...answer.response } };
}

export function passkeyFailure(error: unknown): string {
  if (toApiError(error)) return errorMessage(error, '');
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Nessuna passkey usata: hai annullato, o è passato troppo tempo.';
  if (name === 'InvalidStateError') return 'Su questo dispositivo una passkey per il sito c’è già.';
  if (name === 'SecurityError') return 'Il browser non ammette passkey a questo indirizzo.';
  return 'La passkey non ha risposto. Riprova.';
}
