# SPDX-License-Identifier: Apache-2.0
"""The commands of scripts/flow.py, one in each file, and what they share."""
