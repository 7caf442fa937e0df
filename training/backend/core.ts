import type { BackendFacts, TensorBackend, Tfjs } from "./backend.ts";

/** The package's own tfjs-core, which wasm, cpu and a binding that was built here share. */
export async function ownCore(): Promise<Tfjs> {
  return await import("@tensorflow/tfjs-core");
}

/**
 * Makes a registered backend the current one and proves that it computes: a backend whose library is damaged may
 * load and fail at its first operation.
 *
 * @param registered the name under which the backend is known to tfjs
 */
export async function activated(tf: Tfjs, registered: string, facts: BackendFacts): Promise<TensorBackend> {
  // Otherwise tfjs prints advice on the console, and checks every result for NaN where asked.
  tf.enableProdMode();
  if (!(await tf.setBackend(registered))) throw new Error(`tfjs could not initialise ${registered}`);
  await tf.ready();
  proveProduct(tf);
  const factory = tf.findBackendFactory(registered);
  return {
    facts,
    tf,
    memory: () => {
      const { numTensors, numBytes } = tf.memory();
      return { tensors: numTensors, bytes: numBytes };
    },
    dispose: () => {
      tf.removeBackend(registered);
      // Registered again, so that it can be opened again: its module registers it once, when it is loaded.
      if (factory !== null) tf.registerBackend(registered, factory);
    },
  };
}

function proveProduct(tf: Tfjs): void {
  const product = tf.tidy(() => {
    const matrix = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    return [...tf.matMul(matrix, matrix).dataSync()];
  });
  if (product.join() !== "7,10,15,22") throw new Error(`a product of two matrices came out as ${product}`);
}
