"""The model in torch, in 64-bit floats, with its own automatic gradients.

Reads one JSON document from stdin (shape, weights, prefix, rows, as `torch-oracle.ts` writes them) and answers
with the cross-entropy of each target and the gradients of their weighted sum for the prefix.
"""

import json
import sys

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)


def tensor(value):
    """A matrix as {data, rows, columns}, a vector as a list, nothing as None."""
    if value is None:
        return None
    if isinstance(value, dict):
        return torch.tensor(value["data"]).reshape(value["rows"], value["columns"])
    return torch.tensor(value)


def norm(x, weight, epsilon):
    return x if weight is None else F.rms_norm(x, (x.shape[-1],), weight, epsilon)


def turn(heads, positions, rotary, factors):
    """heads [tokens, heads, size]; complex numbers make the pairs."""
    tokens, count, size = heads.shape
    pairs = torch.arange(size // 2) / (size // 2)
    angles = positions[:, None] * rotary["positionScale"] * rotary["frequencyBase"] ** -pairs
    if factors is not None:
        angles = angles / factors
    adjacent = rotary["pairing"] == "adjacent"
    split = heads.reshape(tokens, count, -1, 2) if adjacent else heads.reshape(tokens, count, 2, -1).mT
    turned = torch.view_as_complex(split.contiguous()) * torch.polar(torch.ones_like(angles), angles)[:, None]
    back = torch.view_as_real(turned)
    return (back if adjacent else back.mT).reshape(tokens, count, size)


def attend(shape, layer, x, positions, prefix, window):
    def heads(role, count):
        rows = F.linear(x, layer[role], layer[f"{role}Bias"])
        return rows.reshape(len(x), count, shape["headSize"])

    rotary, factors = layer["rotary"], layer["factors"]
    epsilon = shape["normEpsilon"]
    query = turn(norm(heads("query", shape["headCount"]), layer["queryNorm"], epsilon), positions, rotary, factors)
    key = turn(norm(heads("key", shape["kvHeadCount"]), layer["keyNorm"], epsilon), positions, rotary, factors)
    stacked = (-1, shape["kvHeadCount"], shape["headSize"])
    keys = torch.cat([prefix[0].reshape(stacked), key])
    values = torch.cat([prefix[1].reshape(stacked), heads("value", shape["kvHeadCount"])])
    distance = positions[:, None] - torch.arange(len(keys))
    visible = (distance >= 0) & (distance < window)
    mixed = F.scaled_dot_product_attention(
        query.transpose(0, 1)[None],
        keys.transpose(0, 1)[None],
        values.transpose(0, 1)[None],
        attn_mask=visible,
        scale=shape["scoreScale"],
        enable_gqa=True,
    )
    return F.linear(mixed[0].transpose(0, 1).reshape(len(x), -1), layer["output"])


def run(shape, model, tokens, prefix):
    epsilon = shape["normEpsilon"]
    positions = len(prefix[0][0]) + torch.arange(len(tokens))
    x = model["tokenEmbedding"][tokens] * shape["embeddingScale"]
    for at, layer in enumerate(model["layers"]):
        sliding = shape["slidingWindow"] is not None and shape["slidingWindow"]["isSliding"][at]
        window = shape["slidingWindow"]["windowTokens"] if sliding else 1 << 30
        own = {"frequencyBase": shape["slidingWindow"]["frequencyBase"], "positionScale": 1} if sliding else {}
        layer = {
            **layer,
            "rotary": {**shape["rotary"], **own},
            "factors": None if sliding else model["frequencyFactors"],
        }
        mixed = attend(shape, layer, norm(x, layer["attentionNorm"], epsilon), positions, prefix[at], window)
        x = x + norm(mixed, layer["postAttentionNorm"], epsilon)
        normed = norm(x, layer["feedForwardNorm"], epsilon)
        gate = F.linear(normed, layer["gate"])
        gate = F.silu(gate) if shape["activation"] == "silu" else F.gelu(gate, approximate="tanh")
        fed = F.linear(gate * F.linear(normed, layer["up"]), layer["down"])
        x = x + norm(fed, layer["postFeedForwardNorm"], epsilon)
    return F.linear(norm(x, model["outputNorm"], epsilon), model["output"])


def main():
    asked = json.load(sys.stdin)
    shape = asked["shape"]
    model = {key: tensor(asked["weights"][key]) for key in asked["weights"] if key != "layers"}
    model["layers"] = [{role: tensor(value) for role, value in layer.items()} for layer in asked["weights"]["layers"]]
    width = shape["kvHeadCount"] * shape["headSize"]
    prefix = [
        [torch.tensor(rows).reshape(-1, width).requires_grad_() for rows in pair]
        for pair in zip(asked["prefix"]["k"], asked["prefix"]["v"], strict=True)
    ]
    losses, total = [], 0
    for row in asked["rows"]:
        logs = F.log_softmax(run(shape, model, row["tokens"], prefix)[row["scored"]], dim=-1)
        for log, target in zip(logs, row["targets"], strict=True):
            loss = -(log[target["tokens"]] * torch.tensor(target["probabilities"])).sum()
            losses.append(loss.item())
            total = total + target["weight"] * loss
    total.backward()
    k, v = ([pair[part].grad.flatten().tolist() for pair in prefix] for part in (0, 1))
    json.dump({"losses": losses, "k": k, "v": v}, sys.stdout)


main()
