import { useMemo } from 'react';
import { addressOf } from '#client/addresses.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { conversation } from './conversation-store.ts';
import { progressBadge } from './format.ts';
import { broadcastChange } from './tabs.ts';

export function useTools() {
  const utils = trpc.useUtils();
  return useMemo(() => {
    const print = (text: string, speaker: 'assistant' | 'system' = 'system') =>
      conversation.print(text, speaker, utils.chat.history.getData()?.messages);
    const showFailure = (error: unknown, fallback: string) =>
      showToast({
        title: 'COMANDO NON RIUSCITO',
        description: errorMessage(error, fallback),
        tone: 'destructive',
      });
    const refresh = () => Promise.all([utils.chat.history.invalidate(), utils.chat.suggestions.invalidate()]);

    return {
      print,
      async help(unknown?: string) {
        try {
          print((await import('./command-help.ts')).helpText(unknown));
        } catch (error) {
          showFailure(error, 'L’elenco dei comandi non arriva.');
        }
      },
      async recap() {
        try {
          print((await utils.client.chat.recap.query()).response, 'assistant');
        } catch (error) {
          showFailure(error, 'Il riassunto non arriva.');
        }
      },
      download() {
        const link = document.createElement('a');
        link.href = addressOf('chat.transcript');
        link.download = '';
        link.click();
      },
      async forget() {
        try {
          await utils.client.chat.forget.mutate();
        } catch (error) {
          showFailure(error, 'La conversazione non è stata cancellata.');
          return;
        }
        conversation.clear();
        broadcastChange('conversation');
        await refresh();
        print('CONVERSAZIONE CANCELLATA.');
      },
      async eraseMe() {
        try {
          await utils.client.readers.erase.mutate();
        } catch (error) {
          showFailure(error, 'Non è stato cancellato niente.');
          return;
        }
        conversation.clear();
        broadcastChange('level');
        await Promise.all([refresh(), utils.readers.invalidate()]);
        print('DI TE NON RESTA NIENTE. I CODICI CHE HAI SI POSSONO USARE DI NUOVO.');
      },
      async chooseLevel(level: number) {
        try {
          const progress = await utils.client.readers.chooseLevel.mutate({ maxSection: level });
          utils.readers.progress.setData(undefined, progress);
          conversation.clear();
          broadcastChange('level');
          await refresh();
          print(
            progress.reached === undefined
              ? `LIVELLO ${progressBadge(progress.maxSection)}: TUTTO CIÒ CHE HAI SBLOCCATO.`
              : `RILETTURA DA ${progressBadge(progress.maxSection)}. I MESSAGGI DI LIVELLI PIÙ ALTI TORNANO QUANDO RISALI: /livello ${progress.reached}.`,
          );
        } catch (error) {
          showFailure(error, 'Il livello non è cambiato.');
        }
      },
    };
  }, [utils]);
}
