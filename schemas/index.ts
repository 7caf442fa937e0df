import { Ajv2020, type AnySchemaObject, type ValidateFunction } from "ajv/dist/2020.js";
import { ImprintError } from "../errors/error.ts";
import backendsBuildReport from "./backends-build-report.schema.json" with { type: "json" };
import demoChatReceipt from "./demo-chat-receipt.schema.json" with { type: "json" };
import demoChatRun from "./demo-chat-run.schema.json" with { type: "json" };
import demoFacts from "./demo-facts.schema.json" with { type: "json" };
import demoFactsCrawlUrlReceipt from "./demo-facts-crawl-url-receipt.schema.json" with { type: "json" };
import demoFactsImportReceipt from "./demo-facts-import-receipt.schema.json" with { type: "json" };
import demoFactsImportUrlReceipt from "./demo-facts-import-url-receipt.schema.json" with { type: "json" };
import demoFactsInspectReport from "./demo-facts-inspect-report.schema.json" with { type: "json" };
import demoFactsListReport from "./demo-facts-list-report.schema.json" with { type: "json" };
import demoLearnReceipt from "./demo-learn-receipt.schema.json" with { type: "json" };
import demoLearnRun from "./demo-learn-run.schema.json" with { type: "json" };
import demoToolsManifest from "./demo-tools-manifest.schema.json" with { type: "json" };
import demoToolsValidateReport from "./demo-tools-validate-report.schema.json" with { type: "json" };
import doctorReport from "./doctor-report.schema.json" with { type: "json" };
import evalBfclAnswer from "./eval-bfcl-answer.schema.json" with { type: "json" };
import evalBfclRow from "./eval-bfcl-row.schema.json" with { type: "json" };
import evalCase from "./eval-case.schema.json" with { type: "json" };
import evalComparison from "./eval-comparison.schema.json" with { type: "json" };
import evalPlan from "./eval-plan.schema.json" with { type: "json" };
import evalQuestion from "./eval-question.schema.json" with { type: "json" };
import evalRun from "./eval-run.schema.json" with { type: "json" };
import evalSummary from "./eval-summary.schema.json" with { type: "json" };
import imprintCallGate from "./imprint-call-gate.schema.json" with { type: "json" };
import imprintHeader from "./imprint-header.schema.json" with { type: "json" };
import imprintTrainRun from "./imprint-train-run.schema.json" with { type: "json" };
import learnSample from "./learn-sample.schema.json" with { type: "json" };
import modelCatalog from "./model-catalog.schema.json" with { type: "json" };
import type { ModelCatalogDocument, ModelHashesDocument, ModelPartDocument } from "./model-documents.ts";
import modelHashes from "./model-hashes.schema.json" with { type: "json" };
import modelPart from "./model-part.schema.json" with { type: "json" };
import modelsDoctorReport from "./models-doctor-report.schema.json" with { type: "json" };
import modelsFetchReceipt from "./models-fetch-receipt.schema.json" with { type: "json" };
import modelsListReport from "./models-list-report.schema.json" with { type: "json" };
import modelsWhereReport from "./models-where-report.schema.json" with { type: "json" };
import type { NativeBuildDocument } from "./native-build-documents.ts";
import pendingAction from "./pending-action.schema.json" with { type: "json" };
import pendingActionClaim from "./pending-action-claim.schema.json" with { type: "json" };
import type { ClaimDocument, ConfirmReceiptDocument, PendingActionDocument } from "./pending-documents.ts";
import practiceExample from "./practice-example.schema.json" with { type: "json" };
import practiceReport from "./practice-report.schema.json" with { type: "json" };
import practiceRow from "./practice-row.schema.json" with { type: "json" };
import runnerCall from "./runner-call.schema.json" with { type: "json" };
import runnerDiscovery from "./runner-discovery.schema.json" with { type: "json" };
import type { RunnerCallDocument, RunnerDiscoveryDocument, RunnerReadyDocument } from "./runner-documents.ts";
import runnerReady from "./runner-ready.schema.json" with { type: "json" };
import storeRef from "./store-ref.schema.json" with { type: "json" };
import tfjsNativeBuild from "./tfjs-native-build.schema.json" with { type: "json" };
import toolsConfirmReceipt from "./tools-confirm-receipt.schema.json" with { type: "json" };
import toolsConfirmReport from "./tools-confirm-report.schema.json" with { type: "json" };
import toolsInspectReport from "./tools-inspect-report.schema.json" with { type: "json" };
import toolsPendingReport from "./tools-pending-report.schema.json" with { type: "json" };
import toolsValidateReport from "./tools-validate-report.schema.json" with { type: "json" };
import trainingCheckpoint from "./training-checkpoint.schema.json" with { type: "json" };

/** Every document that the product reads or writes has a schema here, compiled once, when it is first needed. */
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
// Others refer to these.
ajv.addSchema([
  modelsWhereReport,
  demoChatReceipt,
  demoLearnReceipt,
  pendingAction,
  toolsConfirmReceipt,
  demoFactsImportReceipt,
  imprintCallGate,
  imprintHeader,
  evalPlan,
  evalQuestion,
  evalCase,
  evalSummary,
  tfjsNativeBuild,
]);

export const assertBackendsBuildReport = assertion(backendsBuildReport);
export const assertDemoChatReceipt = assertion(demoChatReceipt);
export const assertDemoChatRun = assertion(demoChatRun);
export const assertFactsFile = assertion(demoFacts);
export const assertFactsImportReceipt = assertion(demoFactsImportReceipt);
export const assertFactsListReport = assertion(demoFactsListReport);
export const assertFactsInspectReport = assertion(demoFactsInspectReport);
export const assertFactsImportUrlReceipt = assertion(demoFactsImportUrlReceipt);
export const assertFactsCrawlUrlReceipt = assertion(demoFactsCrawlUrlReceipt);
export const assertToolsManifest = assertion(demoToolsManifest);
export const assertManifestValidateReport = assertion(demoToolsValidateReport);
export const assertDemoLearnReceipt = assertion(demoLearnReceipt);
export const assertDemoLearnRun = assertion(demoLearnRun);
export const assertDoctorReport = assertion(doctorReport);
export const assertBfclAnswer = assertion(evalBfclAnswer);
export const assertBfclRow = assertion(evalBfclRow);
export const assertEvalCase = assertion(evalCase);
export const assertEvalComparison = assertion(evalComparison);
export const assertEvalPlan = assertion(evalPlan);
export const assertEvalQuestion = assertion(evalQuestion);
export const assertEvalRun = assertion(evalRun);
export const assertEvalSummary = assertion(evalSummary);
export const assertCallGate = assertion(imprintCallGate);
export const assertImprintHeader = assertion(imprintHeader);
export const assertLearnSample = assertion(learnSample);
export const isModelCatalog = guard<ModelCatalogDocument>(modelCatalog);
export const isModelHashes = guard<ModelHashesDocument>(modelHashes);
export const isModelPart = guard<ModelPartDocument>(modelPart);
export const assertModelsWhereReport = assertion(modelsWhereReport);
export const assertModelsDoctorReport = assertion(modelsDoctorReport);
export const assertModelsFetchReceipt = assertion(modelsFetchReceipt);
export const assertModelsListReport = assertion(modelsListReport);
export const isPendingAction = guard<PendingActionDocument>(pendingAction);
export const isPendingActionClaim = guard<ClaimDocument>(pendingActionClaim);
export const assertPracticeExample = assertion(practiceExample);
export const assertPracticeReport = assertion(practiceReport);
export const assertPracticeRow = assertion(practiceRow);
export const isRunnerCall = guard<RunnerCallDocument>(runnerCall);
export const isRunnerDiscovery = guard<RunnerDiscoveryDocument>(runnerDiscovery);
export const isRunnerReady = guard<RunnerReadyDocument>(runnerReady);
export const assertStoreRef = assertion(storeRef);
export const isNativeBuild = guard<NativeBuildDocument>(tfjsNativeBuild);
export const assertToolsConfirmReceipt = assertion(toolsConfirmReceipt);
export const isToolsConfirmReceipt = guard<ConfirmReceiptDocument>(toolsConfirmReceipt);
export const assertToolsConfirmReport = assertion(toolsConfirmReport);
export const assertToolsInspectReport = assertion(toolsInspectReport);
export const assertToolsPendingReport = assertion(toolsPendingReport);
export const assertToolsValidateReport = assertion(toolsValidateReport);
export const assertImprintTrainRun = assertion(imprintTrainRun);
export const assertTrainingCheckpoint = assertion(trainingCheckpoint);

/** How many bad fields a message names; `details.fields` has them all. */
const shownFieldsCount = 4;

/** Throws `invalid_json`; callers give it the code of their document. */
function assertion(schema: AnySchemaObject): (document: unknown) => void {
  const compiled = compileOnce(schema);
  return (document) => {
    const validate = compiled();
    if (validate(document)) return;
    const fields = (validate.errors ?? []).map((error) => `${error.instancePath || "/"} ${error.message}`);
    const more = fields.length > shownFieldsCount ? ` (and ${fields.length - shownFieldsCount} more)` : "";
    const shown = fields.slice(0, shownFieldsCount).join("; ");
    throw new ImprintError("invalid_json", `not a valid document: ${shown}${more}`, { details: { fields } });
  };
}

/** A type guard; what refuses has its own code and message. */
function guard<T>(schema: AnySchemaObject): (document: unknown) => document is T {
  const compiled = compileOnce(schema);
  return (document): document is T => compiled()(document);
}

function compileOnce(schema: AnySchemaObject): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= ajv.compile(schema);
    return validate;
  };
}
