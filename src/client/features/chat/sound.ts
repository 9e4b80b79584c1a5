let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Created on the first sound, after a user gesture, as browsers require. */
function contextNow(): AudioContext {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

function noiseIn(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

function noiseThrough(audio: AudioContext, frequency: number, quality: number) {
  const source = new AudioBufferSourceNode(audio, { buffer: noiseIn(audio), loop: true });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency, Q: quality });
  const gain = new GainNode(audio, { gain: 0 });
  source.connect(filter).connect(gain).connect(audio.destination);
  return { source, gain };
}

/** Relay: two clicks a few milliseconds apart. Lamp: the same, higher and softer. */
export function play(sound: 'relay' | 'lamp'): void {
  const audio = contextNow();
  const [frequency, loudness] = sound === 'relay' ? [1_900, 0.35] : [3_100, 0.16];
  for (const [delay, share] of [
    [0, 1],
    [0.013, 0.5],
  ] as const) {
    const { source, gain } = noiseThrough(audio, frequency, 2.5);
    const at = audio.currentTime + delay;
    gain.gain.setValueAtTime(loudness * share, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.035);
    source.start(at);
    source.stop(at + 0.05);
  }
}

export function startCarrier(): () => void {
  const audio = contextNow();
  const { source, gain } = noiseThrough(audio, 2_600, 0.7);
  gain.gain.linearRampToValueAtTime(0.012, audio.currentTime + 0.25);
  source.start();
  return () => {
    gain.gain.setTargetAtTime(0, audio.currentTime, 0.06);
    source.stop(audio.currentTime + 0.4);
  };
}
